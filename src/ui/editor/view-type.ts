/** The id of the editor of boards. */
export const VIEW_TYPE = 'dataDetective.board';
