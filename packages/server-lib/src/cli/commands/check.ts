import { basename } from 'node:path';
import { migrations } from '../../store/sqlite/migrations/index.js';
import type { Command } from '../command.js';
import { inspectDatabase } from '../database-file.js';
import { databaseFlag, databaseSetting, secretFlag, secretSetting } from '../serve/serve-settings.js';
import { compareSecret } from './compare-secret.js';
import { checkDatabase } from './examine-database.js';

export const check: Command = {
  name: 'check',
  summary: 'checks the database for damage and inconsistencies',
  details: [
    'Checks the database without changing it. A server may be running. Also compares the secret in SECRET, or in the file',
    'next to the database, with the secret of the database.',
    'Exit code 0: no problems. 1: problems, which standard output lists one per line.',
  ],
  flags: [databaseFlag, secretFlag],
  async run({ settings, io }) {
    const file = databaseSetting(settings);
    const { findings, version, secret } = await inspectDatabase(file, (database) => ({
      ...checkDatabase(database),
      secret: compareSecret(file, secretSetting(settings), database),
    }));
    for (const finding of [...findings, ...secret.findings]) io.stdout.write(`${finding}\n`);
    if (findings.length + secret.findings.length > 0) return 1;
    io.stdout.write(`No problems found in ${basename(file)} (${describeVersion(version)}).\n`);
    if (secret.note !== undefined) io.stdout.write(`${secret.note}\n`);
    return 0;
  },
};

function describeVersion(version: number): string {
  const current = migrations.length;
  if (version === current) return `schema version ${version}`;
  return `schema version ${version}; the next start migrates it to ${current}`;
}
