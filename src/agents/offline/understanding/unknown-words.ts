import { changeDirection, directionOf, OUTCOME_WORDS } from './cues';
import { FUNCTION_WORDS } from './mentions';
import type { ReadOutcome } from './outcome';
import { periodIn } from './periods';
import type { Cue, Reader } from './reader';
import { lookUp } from './similarity';

/** Words of the question itself that stand for nothing in any database. */
const GENERAL: ReadonlySet<string> = new Set(
  `true fact really real tend tends often frequently likely unlikely compared comparison compare difference different differ differs
  overall average typical usually show shows tell say think know good bad well badly poorly work works perform performs performance
  fare fares fared do well great big matter matters important significant group groups type types kind kinds sort sorts way ways thing
  things one ones case cases people someone anyone everyone others other rest colleague colleagues peers counterparts time times
  something anything everything practice general particular total terms run account controlling adjusting regardless even still than versus vs against per each
  percent percentage point points end go goes going come comes turn turns out result results effect effects impact influence
  association relationship link linked related associated correlated correlation depend depends cause causes caused driver drivers
  drive drives drove driving factor factors reason reasons explain explains behind responsible predict predicts determine determines
  determined question answer investigate analysis please help let look looks seem seems happen happened happens suddenly sharply
  recently strongly much many few lot lots more most less least far truly ever never only just already make makes made get gets got
  give gives gave take takes have treated treat using use used uses receive received receives live living lives back away see sees seen common commonly send sends sent received
  wear wears wearing pay pays paid paying fan fans lover lovers`.split(/\s+/),
);

/** Nouns for the units that a database need not call by this name: "patients" of a table of visits. */
const UNITS: readonly string[] = ['person', 'patient', 'customer', 'employee', 'applicant', 'product', 'order'];

/** Prepositions before what a question takes for granted: "at the harbour", "in chess", "than gate 4". */
const PLACES: ReadonlySet<string> = new Set(['in', 'at', 'from', 'with', 'than', 'without', 'near', 'by']);

/**
 * A word that matters and names nothing in the data: the outcome where none was named, what a preposition points to, a number
 * of something that has no such number. Better to say so than to answer another question.
 */
export function unknownWord(reader: Reader, cue: Cue, outcome: ReadOutcome | undefined): string | undefined {
  const { tokens } = reader;
  const isFree = freedom(reader);
  for (const [index, { word, start, end }] of tokens.entries()) {
    if (!isFree(index) || index === outcome?.word) continue;
    const previous = tokens.slice(Math.max(0, index - 2), index).map((token) => token.word);
    if (/^\d+$/.test(word)) {
      // "Gate 4" where no gate is called 4; years and thresholds are read elsewhere.
      if (index > 0 && reader.names(index - 1) && !/^(19|20)\d\d$/.test(word))
        return `${tokens[index - 1]?.word} ${word}`;
      continue;
    }
    if (isGeneral(word)) continue;
    // A word right before the noun of the units says what they are, not which: "household customers" where all are.
    const next = tokens.slice(index + 1).find((token) => !/^\d+$/.test(token.word));
    if (
      next &&
      (isUnit(next.word) || reader.mentions.some(({ kind, from }) => kind === 'table' && tokens[from] === next))
    )
      continue;
    if (previous.some((each) => PLACES.has(each)) && !reader.names(index - 1)) return word;
    const isObject = cue.to >= 0 && start >= cue.to;
    const isSubject = cue.at >= 0 && end <= cue.at && !/^\p{Lu}/u.test(reader.question.slice(start, end));
    if (!outcome && isObject) return word;
    if (isSubject && cue.direction !== 'differs' && !hasKnownBetween(reader, index, cue)) return word;
  }
  return undefined;
}

/** Whether something between a word and the cue names what the data hold: the word is then only an adjective of it. */
function hasKnownBetween(reader: Reader, index: number, cue: Cue): boolean {
  return reader.tokens.some(({ start }, at) => at > index && start < cue.at && reader.names(at));
}

function isGeneral(word: string): boolean {
  if (word.length < 3 || FUNCTION_WORDS.has(word) || GENERAL.has(word) || OUTCOME_WORDS.has(word) || isUnit(word))
    return true;
  return directionOf(word).direction !== 'differs' || changeDirection(word) !== undefined;
}

function isUnit(word: string): boolean {
  return lookUp(word).some(({ concept }) => UNITS.some((unit) => concept.words.includes(unit)));
}

/** The first word of a question that could name something and names nothing in the data. */
export function firstUnknown(reader: Reader): string | undefined {
  const isFree = freedom(reader);
  return reader.tokens.find(({ word }, index) => isFree(index) && !/^\d+$/.test(word) && !isGeneral(word))?.word;
}

/** Whether nothing in the question was read from a token. */
function freedom(reader: Reader): (index: number) => boolean {
  const time = periodIn(reader.text, '1970-01-01', '2100-01-01');
  return (index) => {
    const token = reader.tokens[index];
    if (!token) return false;
    const blanked = reader.text.slice(token.start, token.end).trim() === '';
    const inTime = time !== undefined && token.start >= time.start && token.end <= time.end;
    return !blanked && !inTime && !reader.mentions.some(({ hits }) => hits.includes(index));
  };
}
