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

/** The name of a result code. An extended one gets its number behind the primary name, as in `SQLITE_IOERR_3`. */
export function resultCodeName(code: number): string {
  const primary = `SQLITE_${primaryNames[code & 0xff] ?? code & 0xff}`;
  const extended = code >> 8;
  return extended === 0 ? primary : `${primary}_${extended}`;
}
