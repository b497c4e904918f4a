import { resolve } from 'node:path';
import { toText } from '../../api/transfer/transfer-api.js';
import type { CommandCall } from './command.js';
import { databaseSetting } from './serve-settings.js';
import { withAccount } from './transfer-services.js';
import { checkTarget, writeFile, writeOut } from './write-export.js';

/** `askwell export`. */
export async function exportCommand({
  argument: email,
  optionalArgument: file,
  settings,
  io,
}: CommandCall): Promise<number> {
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
}
