import { readFileSync } from 'node:fs';

/** Counts the transactions in a WAL. The last frame of each contains the size of the database. */
export function commitsInWal(database: string): number {
  const wal = readFileSync(`${database}-wal`);
  const frame = 24 + wal.readUInt32BE(8);
  const salts = wal.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) {
    // Frames with other salts are older than the last checkpoint.
    if (wal.subarray(at + 8, at + 16).equals(salts) && wal.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}
