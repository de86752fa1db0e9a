/**
 * A cell as the database holds it. Integers within ±2^53 are numbers, others are bigints; BLOBs and text that is not
 * UTF-8 are bytes. `null`, `''` and `0` differ.
 */
export type Value = null | number | bigint | string | Uint8Array;

/** A cell as JSON: what JSON cannot carry is a tagged object. */
export type JsonValue = null | number | string | { $integer: string } | { $real: string } | { $bytes: string };

export function encodeValue(value: Value): JsonValue {
  if (typeof value === 'bigint') return { $integer: value.toString() };
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $real: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) };
  return value;
}

/** @throws TypeError for what `encodeValue` never writes */
export function decodeValue(json: unknown): Value {
  if (json === null || typeof json === 'number' || typeof json === 'string') return json;
  if (typeof json === 'object') {
    if ('$integer' in json && typeof json.$integer === 'string') return BigInt(json.$integer);
    if ('$real' in json && typeof json.$real === 'string') return Number(json.$real);
    if ('$bytes' in json && typeof json.$bytes === 'string') return fromBase64(json.$bytes);
  }
  throw new TypeError(`not a cell value: ${JSON.stringify(json)}`);
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
