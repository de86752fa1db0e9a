import path from 'node:path';
import ts from 'typescript';

/** What the architecture is about in one module, read from its source text. */
export type SourceModule = {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly lines: number;
  /** What it imports, types included: a package, a `node:` module, or a path from the root of the repository. */
  readonly imports: readonly string[];
  readonly exportsDefault: boolean;
  /** Lines that hold the type `any`. */
  readonly anys: readonly number[];
  /** What it takes from its surroundings without asking: `Date.now`, `process`. */
  readonly ambient: readonly string[];
  /** Its string literals: an id that is registered is one of them. */
  readonly strings: ReadonlySet<string>;
};

/* Ways to the clock, to chance, to the process or outside: the core is handed such things instead. */
const AMBIENT_CALLS = new Set(['Date.now', 'Math.random', 'performance.now', 'fetch', 'setTimeout', 'setInterval']);
const AMBIENT_OBJECTS = new Set(['process', 'console', 'Buffer']);

export function readModule(file: string, text: string): SourceModule {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  const anys: number[] = [];
  const ambient: string[] = [];
  const strings = new Set<string>();
  let exportsDefault = false;
  const visit = (node: ts.Node): void => {
    const from = importedBy(node);
    if (from !== undefined) imports.push(from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from);
    if (node.kind === ts.SyntaxKind.AnyKeyword)
      anys.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    if (node.kind === ts.SyntaxKind.DefaultKeyword && !ts.isDefaultClause(node.parent)) exportsDefault = true;
    if (ts.isExportAssignment(node) || (ts.isExportSpecifier(node) && node.name.text === 'default'))
      exportsDefault = true;
    if (ts.isStringLiteralLike(node)) strings.add(node.text);
    const used = ambientNameOf(node);
    if (used !== undefined) ambient.push(used);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path: file, lines: text.trimEnd().split('\n').length, imports, exportsDefault, anys, ambient, strings };
}

/** Every way to name another module: import, export … from, import type, import(), require(). */
function importedBy(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
  if (ts.isExternalModuleReference(node)) return textOf(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  const loads = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require';
  return loads ? textOf(node.arguments[0]) : undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function ambientNameOf(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()';
  const calls = ts.isCallExpression(node) ? node.expression.getText() : undefined;
  if (calls !== undefined && AMBIENT_CALLS.has(calls)) return calls;
  const reaches = ts.isPropertyAccessExpression(node) ? node.expression.getText() : undefined;
  return reaches !== undefined && AMBIENT_OBJECTS.has(reaches) ? reaches : undefined;
}
