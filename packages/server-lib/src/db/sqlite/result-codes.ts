/** SQLite's primary result codes, by their numbers. */
const primaryNames = [
  'OK',
  'ERROR',
  'INTERNAL',
  'PERM',
  'ABORT',
  'BUSY',
  'LOCKED',
  'NOMEM',
  'READONLY',
  'INTERRUPT',
  'IOERR',
  'CORRUPT',
  'NOTFOUND',
  'FULL',
  'CANTOPEN',
  'PROTOCOL',
  'EMPTY',
  'SCHEMA',
  'TOOBIG',
  'CONSTRAINT',
  'MISMATCH',
  'MISUSE',
  'NOLFS',
  'AUTH',
  'FORMAT',
  'RANGE',
  'NOTADB',
];

/**
 * Returns the name of a result code. The name of an extended code is the primary name and a number, as in
 * `SQLITE_IOERR_3`.
 */
export function resultCodeName(code: number): string {
  const primary = `SQLITE_${primaryNames[code & 0xff] ?? code & 0xff}`;
  const extended = code >> 8;
  return extended === 0 ? primary : `${primary}_${extended}`;
}
