import { basename } from 'node:path';
import { migrations } from '../store/sqlite/migrations/index.js';
import { examine } from './checks.js';
import type { Command } from './command.js';
import { inspect } from './database-file.js';
import { databaseFlag, databaseSetting } from './settings.js';

export const check: Command = {
  name: 'check',
  summary: 'tells whether the database is sound',
  details: [
    'Looks whether the database is sound, and changes nothing; a server may be running meanwhile.',
    'Exit code 0: it is sound. 1: it is not, and standard output says in a line each what was found.',
  ],
  flags: [databaseFlag],
  async run({ given }) {
    const file = databaseSetting(given);
    const { findings, version } = await inspect(file, examine);
    for (const finding of findings) process.stdout.write(`${finding}\n`);
    if (findings.length > 0) return 1;
    process.stdout.write(`${basename(file)} is sound${tellVersion(version)}.\n`);
    return 0;
  },
};

function tellVersion(version: number): string {
  const current = migrations.length;
  if (version === current) return `, at schema version ${version}`;
  return `, at schema version ${version}; the next start brings it to ${current}`;
}
