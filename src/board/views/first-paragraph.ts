/** The first paragraph of a report without its links and headings: the answer, as text. */
export function firstParagraph(report: string): string {
  const paragraphs = report.split(/\n\s*\n/).map((block) => block.trim());
  const first = paragraphs.find((block) => block !== '' && !block.startsWith('#') && !block.startsWith('```')) ?? '';
  return withoutLinks(first).replaceAll(/\s+/g, ' ').replaceAll('**', '');
}

/** Markdown with the text of its links in their place. */
export function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(#[^)]*\)/g, '$1');
}
