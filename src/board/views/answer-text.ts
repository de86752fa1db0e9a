/** The answer of a report as text: its first paragraph and the list right after it, without links and emphasis. */
export function answerText(report: string): string {
  const blocks = report.split(/\n\s*\n/).map((block) => block.trim());
  const start = blocks.findIndex((block) => block !== '' && !/^(?:#|```)/.test(block));
  const [paragraph = '', next = ''] = start < 0 ? [] : blocks.slice(start);
  const items = next.startsWith('- ') ? next.split(/^- /m).slice(1) : [];
  const sentences = [paragraph, ...items.map((item) => item.trim().replace(/[^.!?]$/, '$&.'))];
  return withoutLinks(sentences.join(' ')).replaceAll(/\s+/g, ' ').replaceAll('**', '');
}

/** Markdown with the text of its links in their place. */
export function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(#[^)]*\)/g, '$1');
}
