export const RESULTS_VIEW = 'dataDetective.results';
