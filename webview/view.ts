import type { Action, ExplanationMessage, Tab, ToWebview } from '../src/protocol/board-messages';
import type { Board } from '../src/board/board';

/** What a person does on the page. */
export type ViewActions = {
  /** Shows the details of a record or cell: `H1`, `Q4/0/2`. */
  select(reference: string): void;
  openSql(query: string): void;
  openText(line?: number): void;
  act(action: Action, id: string): void;
  addHypothesis(): void;
  manageTrust(): void;
  /** Brings a tab to the front, and a record on it into sight. */
  show(tab: Tab, id: string): void;
  explain(hypothesis: string): Promise<ExplanationMessage>;
};

/** What the window allows: `restricted` is a workspace that is not trusted, `reader` a host without databases. */
export type Allows = Extract<ToWebview, { type: 'allows' }>['what'];

/** What details of a record offer. */
export type DetailsContext = { readonly actions: ViewActions; readonly allows: Allows };

/** One tab's content. What does not change on the board stays as it is: scroll position, focus, what is unfolded. */
export interface View {
  show(board: Board): void;
  /** Brings a record into sight, where the view has it. */
  reveal(id: string): void;
}
