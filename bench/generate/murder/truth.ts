import type { GoldEvidence, Truth, TruthHypothesis, TruthVerdict } from '../../score/truth';
import { constant, recordIn, sqlFor, type RecordSql, type State } from './hint';
import { difficulty } from './knobs';
import type { Plot, Suspect } from './plot';
import type { Telling } from './texts';
import { longDate } from './value-words';

/** What is true of a plot, before its queries have been run: results are hashed and things named later. */
export function truthOf(suite: string, caseId: string, plot: Plot, telling: Telling): Truth {
  const { world, setting, suspects, roles, victim, scene } = plot;
  const hypotheses = suspects.map((_, index) => hypothesisOf(plot, index));
  const evidence = numbered([
    ...suspects.flatMap((suspect, index) => evidenceOn(plot, suspect, index)),
    ...refutations(plot, telling),
  ]);
  const lies = telling.witnesses.filter(({ reliable }) => !reliable);
  const { reliable, all } = {
    reliable: telling.witnesses.filter((each) => each.reliable).length,
    all: telling.witnesses.length,
  };
  return {
    suite,
    caseId,
    seed: world.seed,
    level: setting.level,
    D: difficulty(setting, {
      clues: setting.hints * setting.murderers * setting.suspects,
      witnesses: all,
      paraphrase: telling.paraphrase,
    }),
    question: `Who murdered ${victim.name} in ${scene.city} on ${longDate(scene.day)}?`,
    murderers: hypotheses.filter(({ role }) => role === 'culprit').map(({ key }) => key),
    hypotheses,
    evidence,
    unreliable: lies.map(({ member, refutations: queries }) => ({
      witness: keyOf(plot, member.id),
      refutedBy: evidence.filter(({ sql }) => queries.includes(sql)).map(({ id }) => id),
    })),
    suspectSql: plot.suspectSql,
    ...(roles.lost !== undefined && {
      tieSet: hypotheses.filter(({ verdict }) => verdict === 'inconclusive').map(({ key }) => key),
      reason: 'clue missing' as const,
    }),
    minQueries: 1 + reliable + suspects.length,
    names: {
      kind: 'table',
      table: world.name('person'),
      key: world.name('person.id'),
      labels: [world.name('person.name')],
      aliases: world.has('alias')
        ? [{ table: world.name('alias'), key: world.name('alias.person'), label: world.name('alias.alias') }]
        : [],
    },
  };
}

function keyOf({ world }: Plot, person: number): string {
  return `${world.name('person')}:${person}`;
}

/** Excluded by a record from each group of hints, or not: what the data tell, not what happened. */
export function verdictOf({ roles }: Plot, index: number): TruthVerdict {
  const groups = toldStates(roles.states[index] ?? [], roles.lost);
  if (groups.every((states) => states.includes('no'))) return 'contradicted';
  return roles.murderers.includes(index) && roles.lost === undefined ? 'supported' : 'inconclusive';
}

function toldStates(states: readonly (readonly State[])[], lost: number | undefined): readonly (readonly State[])[] {
  return states.map((group) => group.filter((_, hint) => hint !== lost));
}

function hypothesisOf(plot: Plot, index: number): TruthHypothesis {
  const suspect = plot.suspects[index];
  if (suspect === undefined) throw new RangeError(`no suspect ${index}`);
  const verdict = verdictOf(plot, index);
  return {
    key: keyOf(plot, suspect.member.id),
    aliases: [suspect.member.name],
    verdict,
    role: verdict === 'supported' ? 'culprit' : 'suspect',
  };
}

type Unnumbered = Omit<GoldEvidence, 'id' | 'resultHash' | 'entities' | 'atoms'>;

/** The opportunity of everybody; what speaks for those who may have done it; what excludes the others. */
function evidenceOn(plot: Plot, suspect: Suspect, index: number): readonly Unnumbered[] {
  const { hints, roles } = plot;
  const hyp = keyOf(plot, suspect.member.id);
  const states = roles.states[index] ?? [];
  const opportunity: Unnumbered = {
    hyp,
    polarity: '+',
    kind: 'opportunity',
    ...opportunityOf(plot, suspect),
    necessary: true,
  };
  const record = (group: number, hint: number): RecordSql =>
    hints[group]?.[hint]?.record(suspect.member.id) ?? { sql: '', alts: [] };
  const isTold = (hint: number): boolean => hint !== roles.lost;
  if (verdictOf(plot, index) === 'contradicted') {
    // Any record that excludes them does; whoever is excluded from several groups is so by the first.
    const against = states.flatMap((group, at) =>
      group.flatMap((state, hint) => (state === 'no' && isTold(hint) ? [record(at, hint)] : [])),
    );
    const alibis = suspect.hasAlibi ? [alibiOf(plot, suspect)] : [];
    const [first, ...others] = [...against, ...alibis];
    if (first === undefined) throw new RangeError(`nothing excludes ${hyp}`);
    const alts = [...first.alts, ...others.flatMap(({ sql, alts: more }) => [sql, ...more])];
    return [opportunity, { hyp, polarity: '-', kind: 'alibi', sql: first.sql, alts, necessary: true }];
  }
  const open = states.findIndex((group) => !group.some((state, hint) => state === 'no' && isTold(hint)));
  const own = states[open] ?? [];
  return [
    opportunity,
    ...own.flatMap((state, hint): Unnumbered[] => {
      if (!isTold(hint)) return [];
      const isAbsence = state === 'unknown' || hints[open]?.[hint]?.byAbsence === true;
      return [
        {
          hyp,
          polarity: state === 'yes' ? '+' : '0',
          kind: isAbsence ? 'absence' : 'hint',
          ...record(open, hint),
          necessary: true,
        },
      ];
    }),
  ];
}

function opportunityOf({ world, scene, victim }: Plot, { member, contact }: Suspect): RecordSql {
  const at = (minute: number): string => constant(world.vocabulary.time(scene.day, minute));
  if (contact === 'keycard') {
    const during = sqlFor(
      world,
      `t.{keycard_log.building} = ${constant(scene.building)} AND t.{keycard_log.at} BETWEEN ${at(scene.from)} AND ${at(scene.to)}`,
    );
    return recordIn(world, 'keycard_log', 'person', `t.${world.name('keycard_log.at')}`, member.id, during);
  }
  const called = sqlFor(
    world,
    `FROM {phone_call} c JOIN {phone} p ON p.{phone.id} IN (c.{phone_call.from}, c.{phone_call.to}) JOIN {phone} v ON v.{phone.id} IN (c.{phone_call.from}, c.{phone_call.to}) WHERE p.{phone.person} = ${member.id} AND v.{phone.person} = ${victim.id} AND c.{phone_call.at} BETWEEN ${at(0)} AND ${at(24 * 60 - 1)}`,
  );
  const when = sqlFor(world, 'c.{phone_call.at}');
  return {
    sql: `SELECT ${sqlFor(world, 'p.{phone.person}')}, ${when} ${called}`,
    alts: [`SELECT ${when} ${called}`, `SELECT ${sqlFor(world, 'c.{phone_call.id}')} ${called}`],
  };
}

function alibiOf({ world }: Plot, { member }: Suspect): RecordSql {
  return recordIn(
    world,
    'travel_booking',
    'person',
    sqlFor(world, 't.{travel_booking.departs}, t.{travel_booking.returns}'),
    member.id,
  );
}

/** What shows that a witness was not where they say; it bears on the suspect whom they accuse. */
function refutations(plot: Plot, telling: Telling): readonly Unnumbered[] {
  const lies = telling.witnesses.filter(({ reliable }) => !reliable);
  return lies.flatMap(({ refutations: queries }, at) => {
    const framed = plot.suspects[plot.roles.lies[at]?.framed ?? -1];
    if (framed === undefined) throw new RangeError('an unreliable witness who accuses nobody');
    const hyp = keyOf(plot, framed.member.id);
    return queries.map((sql): Unnumbered => ({
      hyp,
      polarity: '-',
      kind: 'refutes_witness',
      sql,
      alts: [],
      necessary: false,
    }));
  });
}

function numbered(evidence: readonly Unnumbered[]): GoldEvidence[] {
  return evidence.map((each, index) => ({ id: `G${index + 1}`, ...each, atoms: [], entities: [], resultHash: '' }));
}
