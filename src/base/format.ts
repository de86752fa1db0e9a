/** Numbers as reports print them, in one way everywhere: `1,234`, `14.3 %`, `−2.1`, `p = 0.0021`. */

/** A count with thousands separated. */
export function formatCount(count: number): string {
  return formatNumber(count, 0);
}

/** A number with at most `digits` decimals, a true minus sign and thousands separated. */
export function formatNumber(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : 'undefined';
  const text = Math.abs(value).toFixed(digits);
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  const sign = value < 0 && Number(text) !== 0 ? '−' : '';
  return sign + grouped + (decimals === undefined ? '' : `.${decimals}`);
}

/** As many decimals as show about three significant digits. */
export function formatMeasure(value: number): string {
  const size = Math.abs(value);
  return formatNumber(
    value,
    size >= 100 || size === 0 ? (Number.isInteger(value) ? 0 : 1) : size >= 1 ? 2 : size >= 0.01 ? 3 : 5,
  );
}

/** A share as a percentage with one decimal. */
export function formatShare(share: number): string {
  return `${formatNumber(share * 100, 1)} %`;
}

/** A difference of shares in percentage points, always with its sign. */
export function formatPoints(difference: number): string {
  const text = formatNumber(difference * 100, 1);
  return `${difference > 0 && text !== '0.0' ? '+' : ''}${text} points`;
}

export function formatP(p: number): string {
  if (p >= 0.001) return `p = ${p.toFixed(p >= 0.1 ? 2 : p >= 0.01 ? 3 : 4)}`;
  const [mantissa = '', exponent = ''] = p.toExponential(0).split('e');
  return p === 0 ? 'p < 1e−300' : `p = ${mantissa}e${exponent.replace('-', '−')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(items: readonly string[], conjunction = 'and'): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}
