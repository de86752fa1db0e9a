/*
 * Whether a sentence speaks of the one who is looked for, or of somebody who knows something. General English.
 */

const SOUGHT =
  /\b(?:killers?|murderers?|thief|thieves|culprits?|suspects?|perpetrators?|offenders?|attackers?|assailants?|intruders?|robbers?|burglars?|hackers?|leakers?|saboteurs?|arsonists?|forgers?|vandals?|fraudsters?|impostors?|gunman|shooter|whoever|who(?:ever)? did (?:it|this)|the one who did)\b/i;
const KNOWS =
  /\b(?:witness(?:es|ed)?|ask(?:ed)?|talk(?:ed)?|speak|spoke|spoken|knows?|knew|saw|seen|heard|told|tells?|interview(?:ed)?|question(?:ed)?|contact|statement|testif\w*|present|informant|source|colleague of mine|see also|refer|next|rest|more)\b/i;
/** Whether it names the one who is looked for by what they did. */
export function isAboutSought(sentence: string): boolean {
  return SOUGHT.test(sentence);
}

/** Whether it may point to somebody who has something to say. */
export function mayPoint(sentence: string): boolean {
  return KNOWS.test(sentence) && !isAboutSought(sentence);
}

/** Whether a question asks for the one who had it done rather than for the one who did it. */
export function asksBehind(question: string): boolean {
  return /\b(?:behind|hired?|ordered|commission(?:ed)?|mastermind\w*|instigat\w*|paid for|put (?:\w+ ){1,3}up to|gave the order|pull(?:ed|ing)? the strings)\b/i.test(
    question,
  );
}
