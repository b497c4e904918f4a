import { resolve } from 'node:path';
import { toText } from '../../api/transfer/transfer-api.js';
import type { Command } from './command.js';
import { databaseFlags, databaseSetting } from './serve-settings.js';
import { withAccount } from './transfer-services.js';
import { checkTarget, writeFile, writeOut } from './write-export.js';

/** `askwell export`. */
export const exportCommand: Command = {
  name: 'export',
  argument: 'EMAIL',
  optionalArgument: 'FILE',
  summary: 'writes everything that the account of EMAIL owns to FILE or standard output',
  details: [
    'Exports the sites, webhooks, polls, quizzes and forms of an account with their answers and tickets, as JSON Lines for',
    '"askwell import". The export contains personal data of visitors, but no password, sessions, API keys or secrets of',
    'webhooks. Only you can read FILE. A server may be running. Instead of EMAIL, user:ID names the account of a user of the',
    'host app by the ID that the app has given.',
  ],
  flags: [...databaseFlags, { name: 'force', help: 'overwrites FILE if it exists' }],
  async run({ argument: email, optionalArgument: file, settings, io }) {
    const database = databaseSetting(settings);
    const target = file === '' ? undefined : checkTarget(resolve(file), settings.has('force'));
    await withAccount({ database, email }, io, async (transfer, scope) => {
      const lines = toText(transfer.export(scope));
      if (target === undefined) await writeOut(lines, io.stdout);
      else {
        await writeFile(lines, target);
        io.stdout.write(`Exported the account of ${email} to ${file}.\n`);
      }
    });
    return 0;
  },
};
