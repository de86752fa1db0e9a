/*
 * Ordinary words that say what a column is about. They only ever raise or lower a column's standing: which column is the outcome
 * or the treatment comes from the question, the schema and the data.
 */

/** Words for what a unit is born with or had before anything else: later columns may lie on the path from it. */
export const INBORN: readonly string[] = 'sex gender race ethnicity ethnic age birth born nationality'.split(' ');

/** Words for what is measured after the outcome or together with it: adjusting for it would hide the effect. */
export const AFTERWARDS: readonly string[] =
  'discharge discharged death died deceased outcome result stay los duration followup end ended closed finish finished return returned refund refunded resolved recovery recovered total final'.split(
    ' ',
  );
