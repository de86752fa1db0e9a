/** The answer of a report as text: its first paragraph and the list right after it, without links and emphasis. */
export function answerText(report: string): string {
  const [paragraph, list] = answerBlocks(report);
  const items = list.startsWith('- ') ? list.split(/^- /m).slice(1) : [];
  return plainText([paragraph, ...items.map((item) => item.trim().replace(/[^.!?]$/, '$&.'))].join(' '));
}

/** The first paragraph of the same. */
export function leadText(report: string): string {
  return plainText(answerBlocks(report)[0]);
}

function answerBlocks(report: string): readonly [string, string] {
  const blocks = report.split(/\n\s*\n/).map((block) => block.trim());
  const start = blocks.findIndex((block) => block !== '' && !/^(?:#|```)/.test(block));
  return start < 0 ? ['', ''] : [blocks[start] ?? '', blocks[start + 1] ?? ''];
}

function plainText(markdown: string): string {
  return withoutLinks(markdown).replaceAll(/\s+/g, ' ').replaceAll('**', '');
}

/** Markdown with the text of its links in their place. */
export function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(#[^)]*\)/g, '$1');
}
