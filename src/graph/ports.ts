import type { AuditEdge, AuditRelation } from '../board/views/audit-graph';
import { RELATIONS } from './outline';

/** An edge as it lies on the page, whichever way its arrow points. */
export type Joint = {
  readonly edge: AuditEdge;
  readonly left: string;
  readonly right: string;
  /** Both boxes stand in one column: the line leaves and ends at their left sides. */
  readonly isBracket: boolean;
};

export function jointOf(edge: AuditEdge, columns: ReadonlyMap<string, number>): Joint {
  const [from, to] = [columns.get(edge.from) ?? 0, columns.get(edge.to) ?? 0];
  const [left, right] = from <= to ? [edge.from, edge.to] : [edge.to, edge.from];
  return { edge, left, right, isBracket: from === to };
}

/** How far below the top of a box the first line meets it: level with the heading. */
export const PORT_TOP = 17;
/** Labels that stand below each other beside a box must not touch. */
export const PORT_SPACING = 21;

/** Where lines meet boxes: all lines of one relation on one side of a box meet it in one point. */
export class Ports {
  readonly #sides = new Map<string, AuditRelation[]>();

  constructor(joints: readonly Joint[]) {
    const met = new Map<string, Set<AuditRelation>>();
    const meet = (side: string, relation: AuditRelation): void => {
      const relations = met.get(side);
      if (relations === undefined) met.set(side, new Set([relation]));
      else relations.add(relation);
    };
    for (const { edge, left, right, isBracket } of joints) {
      meet(isBracket ? leftOf(left) : rightOf(left), edge.relation);
      meet(leftOf(right), edge.relation);
    }
    for (const [side, relations] of met) {
      this.#sides.set(
        side,
        RELATIONS.filter((relation) => relations.has(relation)),
      );
    }
  }

  /** How tall a box has to be for its ports. */
  heightOf(box: string): number {
    const most = Math.max(this.#sides.get(leftOf(box))?.length ?? 0, this.#sides.get(rightOf(box))?.length ?? 0);
    return 2 * PORT_TOP + Math.max(0, most - 1) * PORT_SPACING;
  }

  /** Below the top of the box. */
  onLeft(box: string, relation: AuditRelation): number {
    return this.#below(leftOf(box), relation);
  }

  /** Below the top of the box. */
  onRight(box: string, relation: AuditRelation): number {
    return this.#below(rightOf(box), relation);
  }

  #below(side: string, relation: AuditRelation): number {
    return PORT_TOP + PORT_SPACING * Math.max(0, this.#sides.get(side)?.indexOf(relation) ?? 0);
  }
}

const leftOf = (box: string): string => `${box} left`;
const rightOf = (box: string): string => `${box} right`;
