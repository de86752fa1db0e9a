import type { Result } from '../run/result';
import { FAMILY } from './compare';
import { grouped, metricsOf } from './summary';

const BAR = { height: 9, gap: 3, width: 170 };
const LABELS = 190;
const TITLE = 26;
const COLOURS = ['#3b6ea5', '#5a9367', '#b0713a'];

/** Bars of correctness, completeness and verifiability by suite, level and arm, with their intervals, as SVG. */
export function picture(results: readonly Result[]): string {
  const groups = grouped(results, ({ suite, level, arm }) => [suite, level, arm].join(' · '));
  const row = BAR.height + BAR.gap;
  const height = TITLE + groups.length * row + 10;
  const width = LABELS + FAMILY.length * (BAR.width + 20);
  const bars = groups.flatMap(([name, own], index) => {
    const y = TITLE + index * row;
    const metrics = metricsOf(name, own);
    return [
      `<text x="${LABELS - 6}" y="${y + BAR.height - 1}" text-anchor="end">${escaped(name)}</text>`,
      ...FAMILY.flatMap((metric, at) => {
        const estimate = metrics[metric];
        if (estimate === undefined) return [];
        const x = LABELS + at * (BAR.width + 20);
        const [mean, low, high] = [estimate.mean, estimate.low, estimate.high].map((value) => value * BAR.width);
        const middle = y + BAR.height / 2;
        return [
          `<rect x="${x}" y="${y}" width="${mean?.toFixed(1)}" height="${BAR.height}" fill="${COLOURS[at]}"/>`,
          `<path d="M${(x + (low ?? 0)).toFixed(1)} ${middle}H${(x + (high ?? 0)).toFixed(1)}" stroke="#222"/>`,
        ];
      }),
    ];
  });
  const titles = FAMILY.map(
    (metric, at) => `<text x="${LABELS + at * (BAR.width + 20)}" y="14" font-weight="bold">${metric}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="9">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...titles,
    ...bars,
    '</svg>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
