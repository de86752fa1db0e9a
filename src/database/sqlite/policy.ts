/** What a statement may do: read. Codes of sqlite3_set_authorizer. */
const SQLITE_PRAGMA = 19;
const SQLITE_READ = 20;
const SQLITE_SELECT = 21;
const SQLITE_FUNCTION = 31;
const SQLITE_RECURSIVE = 33;

const PRAGMAS_WITH_OPERAND = new Set([
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
  'foreign_key_check',
  'integrity_check',
  'quick_check',
]);

/** Given an operand, most of these would set something. */
const PRAGMAS_ALONE = new Set([
  'application_id',
  'auto_vacuum',
  'collation_list',
  'compile_options',
  'data_version',
  'database_list',
  'encoding',
  'freelist_count',
  'function_list',
  'module_list',
  'page_count',
  'page_size',
  'pragma_list',
  'schema_version',
  'user_version',
]);

const FUNCTIONS_REFUSED = new Set(['load_extension', 'fts3_tokenizer']);

/** The authorizer's answer for an action and its two operands. */
export function isReading(action: number, first: string | undefined, second: string | undefined): boolean {
  if (action === SQLITE_PRAGMA) return isReadingPragma(first ?? '', second !== undefined);
  if (action === SQLITE_FUNCTION) return !isRefusedFunction(second ?? '');
  return action === SQLITE_READ || action === SQLITE_SELECT || action === SQLITE_RECURSIVE;
}

export function isRefusedFunction(name: string): boolean {
  return FUNCTIONS_REFUSED.has(name.toLowerCase());
}

export function isReadingPragma(name: string, hasOperand: boolean): boolean {
  const known = name.toLowerCase();
  return PRAGMAS_WITH_OPERAND.has(known) || (!hasOperand && PRAGMAS_ALONE.has(known));
}
