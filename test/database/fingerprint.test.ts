import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/database/sqlite/fingerprint';
import type { FileContents } from '../../src/database/sqlite/sqljs';

const LENGTH = 600 * 1024 * 1024;
const never = (): boolean => false;

/** 600 MB of zeros but for one byte. */
function contents(at: number, byte: number, length = LENGTH): FileContents {
  return {
    length,
    subarray: (start, end) => {
      const bytes = new Uint8Array(end - start);
      if (at >= start && at < end) bytes[at - start] = byte;
      return bytes;
    },
  };
}

describe('the fingerprint of a file above 512 MB', () => {
  const known = fingerprintOf(contents(27, 1), 'Monday', never);

  test('says that it is sampled', () => expect(known).toMatch(/^sampled:[0-9a-f]{64}$/));

  test('changes with the change counter in the header', () => {
    expect(fingerprintOf(contents(27, 2), 'Monday', never)).not.toBe(known);
  });

  test('changes with the last page, the length and the last write', () => {
    expect(fingerprintOf(contents(LENGTH - 1, 1), 'Monday', never)).not.toBe(known);
    expect(fingerprintOf(contents(27, 1, LENGTH + 4096), 'Monday', never)).not.toBe(known);
    expect(fingerprintOf(contents(27, 1), 'Tuesday', never)).not.toBe(known);
  });

  test('is the same for the same file', () => {
    expect(fingerprintOf(contents(27, 1), 'Monday', never)).toBe(known);
  });
});
