/** What kind of answer a question wants. */
export type Intent = 'compare' | 'effect' | 'drivers' | 'change' | 'identify' | 'event' | 'number' | 'unclear';

/** Which way a question looks. `good` and `bad` wait for what good news is; the others are about the outcome itself. */
export type Direction = 'raises' | 'lowers' | 'differs' | 'good' | 'bad';

const words = (text: string): string => `\\b(?:${text.trim().split(/\s+/).join('|')})\\b`;
const test = (pattern: string) => new RegExp(pattern, 'iu');

const FALL = words(
  'fall fell fallen falling drop dropped dropping decline declined declining decrease decreased decreasing collapse collapsed collapsing plunge plunged slump slumped shrink shrank shrunk sink sank dip dipped tank tanked crash crashed plummet plummeted decay lose lost slowdown slow slowed',
);
const RISE = words(
  'rise rose risen rising increase increased increasing grow grew grown growing growth jump jumped surge surged spike spiked climb climbed soar soared double doubled peak peaked gain gained explode exploded',
);
const DOWN = String.raw`\b(?:go(?:ne|es)?|went|going|be|was|were|are|is|so)\s+(?:down|low|lower)\b`;
const UP = String.raw`\b(?:go(?:ne|es)?|went|going|be|was|were|are|is|so)\s+(?:up|high|higher)\b`;

const WHY = test(
  String.raw`\b(?:why|what (?:happened|drove|caused|explains?|is behind|was behind|led to)|how come|explain|reasons? for|account for)\b`,
);
const DRIVERS = test(
  String.raw`^\s*who\b|\b(?:what|which)\b[^?]{0,40}\b(?:drives?|factors?|drivers?|causes?|caused|causing|influences?|affects?|determines?|predicts?|predictors?|explains?|matters?|contributes?|reasons?|associated|correlated?s?|linked|leads? to|makes?)\b|\b(?:drivers?|predictors?|determinants?|reasons?|causes?|risk factors?) (?:of|for|behind)\b|^\s*why\b`,
);
/** What somebody does once, for which one asks who it was. */
const DEED =
  'murder(?:ed)?|kill(?:ed)?|shot|stab(?:bed)?|poison(?:ed)?|st(?:ole|olen|eal)|rob(?:bed)?|burgled?|hack(?:ed)?|leak(?:ed)?|forged?|embezzled?|kidnap(?:ped)?|attack(?:ed)?|assault(?:ed)?|sabotaged?|vandali[sz]ed?|damaged?|broke|broken|smash(?:ed)?|tamper(?:ed)?|deleted?|erased?|burn(?:ed|t)?|set (?:fire|off|the)|started the|blackmail(?:ed)?|threaten(?:ed)?|smuggled?|cheat(?:ed)?|betray(?:ed)?|committed|hired?|ordered the|commissioned|masterminded|sent|took|entered|opened|unlocked|logged in|trespassed|did (?:it|this)|was (?:it|responsible|behind|involved)|is (?:it|responsible|behind|guilty)|behind';
const CRIME = test(
  String.raw`\b(?:who|whom|whose|(?:which|what) (?:person|people|employee|customer|user|account|device|machine|operator|member|guest|suspect|worker|student|driver|resident|passenger|citizen))\b[^?]*\b(?:${DEED}|thief|guilty|culprit|responsible)\b|\b(?:murderer|killer|culprit|thief|perpetrator|mastermind|hacker|leaker|saboteur)\b`,
);
const ROLES: readonly { readonly pattern: RegExp; readonly role: string }[] = [
  { pattern: /\bmurder/i, role: 'murderer' },
  { pattern: /\bkill/i, role: 'killer' },
  { pattern: /\b(?:st[eo]le?n?|steal\w*|thief|theft|heist|burgl\w*)\b/i, role: 'thief' },
  { pattern: /\brobb/i, role: 'robber' },
  { pattern: /\bhack/i, role: 'hacker' },
];

/** What a question for one who did something calls them. */
export function roleIn(question: string): string {
  return ROLES.find(({ pattern }) => pattern.test(question))?.role ?? 'culprit';
}

const WH = test(String.raw`\b(?:which|what|who|whose)\b`);
const SUPERLATIVE = test(
  words(
    'best worst most least highest lowest greatest smallest largest biggest fewest better worse safest riskiest strongest weakest fastest slowest top bottom more less fewer higher lower cheapest deadliest',
  ),
);
const YES_NO = test(
  String.raw`^\s*(?:and |but |so )?(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|should)\b`,
);
const INFLUENCE = test(
  String.raw`\b(?:effect|impact|influence|affect|affects|affected|relationship|association|link|correlat\w*|depend\w*|related|associated|linked|matter|matters)\b`,
);

const NUMBER = test(
  String.raw`^\s*(?:how many\b|how much (?!(?:does|do|did|is|are|more|less)\b)|what(?:'s|’s| is| was| are| were) the (?:\w+ )?(?:average|mean|median|total|sum|number|count|minimum|maximum|percentage|proportion|share|rate)\b)`,
);
const CONTRASTS = /\b(?:than|versus|vs|compared|compare|between|differ\w*|which|why|who)\b/i;

/** The kind of question, by its words alone; `number` asks for one number, and `unclear` says nothing of what it asks. `hasPeriod`: it names a time. */
export function intentOf(question: string, hasPeriod: boolean): Intent {
  if (CRIME.test(question)) return 'identify';
  // One thing at one moment: what came before it is asked, not what goes with it in general.
  if (WHY.test(question) && /\b\d{1,2}:\d{2}\b/.test(question)) return 'event';
  const moves = changeDirection(question) !== undefined;
  if (
    moves &&
    WHY.test(question) &&
    (hasPeriod ||
      /\b(?:did|has|have|had|was|were|happened|drop|decline|fall|rise|increase|collapse|suddenly|recently|last|since)\b/i.test(
        question,
      )) &&
    !/\b(?:do|does|are|is)\b/i.test(question.slice(0, 12))
  )
    return 'change';
  if (hasPeriod && /\bwhat (?:happened|changed|went on)\b/i.test(question)) return 'change';
  if (moves && hasPeriod && YES_NO.test(question) && !INFLUENCE.test(question)) return 'change';
  if (
    /^\s*(?:who|which \w+|what kinds? of \w+|what sorts? of \w+) (?:is|are|was|were) (?:more|most|less|least) likely\b/i.test(
      question,
    )
  )
    return 'drivers';
  if (YES_NO.test(question)) return 'effect';
  if (NUMBER.test(question) && !CONTRASTS.test(question) && !INFLUENCE.test(question)) return 'number';
  if (
    /^\s*how (?:much )?(?:does|do|did|is|are|strongly)\b/i.test(question) ||
    (INFLUENCE.test(question) && /\b(?:of|between)\b.*\b(?:on|and)\b/i.test(question))
  )
    return 'effect';
  if (
    WH.test(question) &&
    SUPERLATIVE.test(question) &&
    !/^\s*(?:what|which)\s+(?:\w+\s+)?(?:factors?|drives?|drivers?|causes?|predictors?|influences?|determines?)\b/i.test(
      question,
    )
  )
    return 'compare';
  if (DRIVERS.test(question)) return 'drivers';
  if (INFLUENCE.test(question)) return 'effect';
  return CONTRASTS.test(question) && !WH.test(question) ? 'effect' : 'unclear';
}

/** Whether a question says that something rose or fell. */
export function changeDirection(question: string): 'rose' | 'fell' | undefined {
  const [fall, rise] = [firstIndex(question, [FALL, DOWN]), firstIndex(question, [RISE, UP])];
  if (fall === rise) return undefined;
  return fall < rise ? 'fell' : 'rose';
}

/** Where the word for the change stands, for what comes before and after it. */
export function changeWordAt(question: string): number {
  return Math.min(firstIndex(question, [FALL, DOWN]), firstIndex(question, [RISE, UP]));
}

function firstIndex(text: string, patterns: readonly string[]): number {
  return Math.min(...patterns.map((pattern) => test(pattern).exec(text)?.index ?? Infinity));
}

const DIRECTIONS: readonly { readonly pattern: RegExp; readonly direction: Direction }[] = [
  {
    pattern: test(
      String.raw`\b(?:passed over|to blame|blame\w*|discriminat\w*|bias(?:ed)?|unfair\w*|prejudice\w*|disadvantag\w*)\b`,
    ),
    direction: 'bad',
  },
  {
    pattern: test(
      String.raw`\bless likely|least likely|less often|less frequently|lower (?:chance|risk|rate|probability|odds)\b`,
    ),
    direction: 'lowers',
  },
  {
    pattern: test(
      String.raw`\bmore likely|most likely|more often|more frequently|higher (?:chance|risk|rate|probability|odds)\b`,
    ),
    direction: 'raises',
  },
  {
    pattern: test(
      String.raw`\b(?:least|less) (?:effective|successful|good|safe|useful|beneficial|reliable|productive)\b`,
    ),
    direction: 'bad',
  },
  { pattern: test(String.raw`\bsav(?:e|es|ed|ing) (?:\w+ )?(?:lives|life)\b`), direction: 'good' },
  { pattern: test(String.raw`\b(?:most|more) (?:dangerous|harmful|risky|unreliable|problematic)\b`), direction: 'bad' },
  {
    pattern: test(
      words(
        'worst worse slower slowest pricier deadlier unhappier riskiest deadliest weakest poorest harm harms harmful harmed hurt hurts damage damages worsen worsens dangerous underperform underperforms bottom badly poorly',
      ),
    ),
    direction: 'bad',
  },
  {
    pattern: test(
      words(
        'best better faster fastest quicker quickest happier effective safest successful works work worked help helps helped helpful improve improves improved benefit benefits beneficial superior outperform outperforms protects protect effectiveness useful top',
      ),
    ),
    direction: 'good',
  },
  {
    pattern: test(
      words(
        'lowest fewest least smallest minimum shortest shorter lower lowers lowered reduce reduces reduced reducing prevent prevents prevented decrease decreases decreased fewer less cut cuts minimise minimize avoid avoids cheaper cheapest save saves saved',
      ),
    ),
    direction: 'lowers',
  },
  {
    pattern: test(
      words(
        'highest most greatest largest biggest maximum longest longer higher raise raises raised increase increases increased boost boosts boosted lift lifts lifted push pushes more lead leads led cause causes caused promote promotes drive drives maximise maximize',
      ),
    ),
    direction: 'raises',
  },
];

const VERBS = test(
  words(
    'reduce reduces reduced reducing prevent prevents prevented decrease decreases decreased lowers raise raises raised increase increases increased boost boosts boosted lift lifts lifted push pushes lead leads led cause causes caused promote promotes drive drives',
  ),
);

/** "Do higher prices lead to fewer orders": what comes before says which prices, only what comes after says of what there is less. */
const LEADS_TO = /\b(?:lead|leads|led|result|results|resulted|translate|translates|cause|causes|caused|mean|means)\b/i;

/** Which way the question looks; `differs` when it does not say. The word that comes first in the list above decides. */
export function directionOf(question: string): {
  readonly direction: Direction;
  readonly at: number;
  readonly to: number;
  /** The word says what the exposure does to the outcome: "reduces", "leads to". */
  readonly isVerb: boolean;
} {
  const verb = YES_NO.test(question) ? LEADS_TO.exec(question) : null;
  if (verb) {
    const after = verb.index + verb[0].length;
    const said = firstDirection(question.slice(after));
    if (said.at >= 0) return { direction: said.direction, at: verb.index, to: after + said.to, isVerb: true };
  }
  return firstDirection(question);
}

function firstDirection(question: string): ReturnType<typeof directionOf> {
  for (const { pattern, direction } of DIRECTIONS) {
    const match = pattern.exec(question);
    if (!match) continue;
    return { direction, at: match.index, to: match.index + match[0].length, isVerb: VERBS.test(match[0]) };
  }
  return { direction: 'differs', at: -1, to: -1, isVerb: false };
}

/** Where the part that narrows the population begins: "for older patients", "among women". */
export const POPULATION_WORDS: ReadonlySet<string> = new Set([
  'for',
  'among',
  'amongst',
  'in',
  'within',
  'aged',
  'at',
  'during',
  'with',
  'whose',
  'from',
  'where',
  'having',
  'over',
  'under',
  'of',
  'given',
]);

/** Words after which the outcome is named: "the rate of …", "in terms of …". */
export const OUTCOME_WORDS: ReadonlySet<string> = new Set([
  'rate',
  'rates',
  'share',
  'shares',
  'percentage',
  'proportion',
  'probability',
  'risk',
  'chance',
  'chances',
  'odds',
  'number',
  'count',
  'average',
  'mean',
  'median',
  'total',
  'terms',
  'level',
  'levels',
  'likelihood',
  'likely',
  'amount',
  'sum',
]);
