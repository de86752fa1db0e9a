import { offlineTeam } from '../../src/agents/offline/team';
import { mergedPlanning, supportingOnly, withoutJudge, withoutLinks, withoutReporter } from './ablations';
import type { Arm } from './arm';
import { ruleBaseline } from './rule-baseline';
import { teamArm } from './team-arm';

/** Arms that need no model. */
export const OFFLINE_ARMS: readonly Arm[] = [
  teamArm('full', 'the offline team', offlineTeam),
  ruleBaseline,
  teamArm('without reporter', 'A1: nobody tidies up', withoutReporter(offlineTeam)),
  teamArm('without judge', 'A2: evidence is counted, not weighed', withoutJudge(offlineTeam)),
  teamArm('merged planning', 'A3: who proposes also plans', mergedPlanning(offlineTeam)),
  teamArm('supporting only', 'A7: nothing is collected against a hypothesis', supportingOnly(offlineTeam)),
  teamArm('one collector', 'A9: one after the other', offlineTeam, { collectors: 1 }),
  teamArm('without links', 'A10: evidence is recorded, not what it says', withoutLinks(offlineTeam)),
];
