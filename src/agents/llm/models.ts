import type { ModelRequest } from '../../models/port';

export const MODEL_ROLES = ['hypothesizer', 'orchestrator', 'collector', 'judge', 'reporter'] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/** Which model plays a role, by the provider's id, and how hard it is to think. */
export type ModelChoice = { readonly model: string; readonly effort?: ModelRequest['effort'] };

/** Collectors ask most and need the least judgement: a small model plays them; settings override each. */
export const DEFAULT_MODELS: Readonly<Record<ModelRole, ModelChoice>> = {
  hypothesizer: { model: 'claude-sonnet-5-5', effort: 'medium' },
  orchestrator: { model: 'claude-sonnet-5-5', effort: 'low' },
  collector: { model: 'claude-haiku-5-5' },
  judge: { model: 'claude-sonnet-5-5', effort: 'medium' },
  reporter: { model: 'claude-sonnet-5-5', effort: 'medium' },
};
