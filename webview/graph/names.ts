import * as l10n from '@vscode/l10n';
import { assertNever } from '../../src/base/assert';
import { isJudged } from '../../src/graph/box';
import type { GraphNode } from '../../src/graph/groups';
import { standingWord } from '../words';

/** What a screen reader says of a node: all that sight tells of it by shape, size and colour, in words. */
export function nameOf(node: GraphNode, unsupported: readonly string[] = []): string {
  return parts(node, unsupported)
    .filter((part) => part !== '')
    .join(', ');
}

function parts(node: GraphNode, unsupported: readonly string[]): readonly string[] {
  switch (node.kind) {
    case 'question':
      return [l10n.t('Question'), node.text];
    case 'hypothesis':
      return [
        node.id,
        standingWord(node.standing),
        isJudged(node) ? l10n.t('confidence {0} %', Math.round(node.confidence * 100)) : '',
        node.pinned ? l10n.t('pinned') : '',
        node.atRisk ? l10n.t('at risk: evidence behind its verdict drifted') : '',
        node.text,
      ];
    case 'evidence':
      return [
        node.id,
        node.attack === undefined ? '' : l10n.t('attack: {0}', node.attack),
        l10n.t('weight {0}', node.weight.toFixed(1)),
        node.drifted ? l10n.t('drifted') : '',
        node.folded.length > 0 ? l10n.t('and {0} alike', node.folded.length) : '',
        unsupported.length > 0 ? l10n.t('not found in its result: {0}', unsupported.join(', ')) : '',
        node.text,
      ];
    case 'group':
      return [node.text, l10n.t('folded; Enter opens')];
    case 'query':
      return [node.id, node.text];
    default:
      return assertNever(node);
  }
}
