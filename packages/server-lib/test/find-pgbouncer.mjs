import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of PgBouncer, which npm does not have. Undefined if it is not installed. */
export function findPgBouncer() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
}
