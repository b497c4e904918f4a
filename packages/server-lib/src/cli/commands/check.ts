import { basename } from 'node:path';
import { migrations } from '../../store/sqlite/migrations/index.js';
import type { Command } from '../command.js';
import { inspectDatabase } from '../database-file.js';
import { databaseFlag, databaseSetting, secretFlag, secretSetting } from '../serve/serve-settings.js';
import { compareSecret } from './compare-secret.js';
import { checkDatabase } from './examine-database.js';

export const check: Command = {
  name: 'check',
  summary: 'tells whether the database is sound',
  details: [
    'Looks whether the database is sound, and changes nothing; a server may be running meanwhile.',
    'Exit code 0: it is sound. 1: it is not, and standard output says in a line each what was found. Also compares the',
    'secret, if SECRET is set or a file with it stands beside the database, with the one that the database was filled with.',
  ],
  flags: [databaseFlag, secretFlag],
  async run({ settings }) {
    const file = databaseSetting(settings);
    const { findings, version, secret } = await inspectDatabase(file, (database) => ({
      ...checkDatabase(database),
      secret: compareSecret(file, secretSetting(settings), database),
    }));
    for (const finding of [...findings, ...secret.findings]) process.stdout.write(`${finding}\n`);
    if (findings.length + secret.findings.length > 0) return 1;
    process.stdout.write(`${basename(file)} is sound${tellVersion(version)}.\n`);
    if (secret.note !== undefined) process.stdout.write(`${secret.note}\n`);
    return 0;
  },
};

function tellVersion(version: number): string {
  const current = migrations.length;
  if (version === current) return `, at schema version ${version}`;
  return `, at schema version ${version}; the next start brings it to ${current}`;
}
