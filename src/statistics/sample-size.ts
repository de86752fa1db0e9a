import { criticalZ, normalQuantile } from './normal';

/**
 * Units an arm that a two-sided two-proportion z test needs to find a difference between two risks (Fleiss 1981, without
 * continuity correction). `undefined` for equal risks: no number suffices.
 */
export function unitsPerArm(
  exposedRisk: number,
  unexposedRisk: number,
  { alpha, power } = { alpha: 0.05, power: 0.8 },
): number | undefined {
  if (exposedRisk === unexposedRisk) return undefined;
  const mean = (exposedRisk + unexposedRisk) / 2;
  const underEquality = criticalZ(1 - alpha) * Math.sqrt(2 * mean * (1 - mean));
  const variance = exposedRisk * (1 - exposedRisk) + unexposedRisk * (1 - unexposedRisk);
  const underDifference = normalQuantile(power) * Math.sqrt(variance);
  return Math.ceil(((underEquality + underDifference) / (exposedRisk - unexposedRisk)) ** 2);
}
