import type { Team } from '../roles';
import { collect } from './collector';
import { hypothesize } from './hypothesizer';
import { judge } from './judge';
import { orchestrate } from './orchestrator';
import { report } from './reporter';

/** The team without a model: rules and statistics play all five roles. Deterministic, free, and nothing leaves the computer. */
export const offlineTeam: Team = {
  name: 'offline',
  models: {},
  hypothesizer: hypothesize,
  orchestrator: orchestrate,
  collector: collect,
  judge,
  reporter: report,
};
