import { counterCheck } from '../../core/results/counter-check.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import { registerKinds } from '../../instance/registered-kinds.js';
import type { Copying } from './copy-tables.js';
import { MoveError } from './move-events.js';
import { hashTable, type TableHash } from './table-rows.js';

/**
 * Compares all rows of the source and the target, and counts the answers in the target again.
 *
 * @throws {MoveError} If the databases differ.
 */
export async function compareDatabases({ source, target, tables, report }: Copying): Promise<void> {
  const differences: string[] = [];
  for (const table of tables) {
    const expected = await source.run(hashTable(table));
    const found = await target.run(hashTable(table));
    if (expected.hash === found.hash) report({ type: 'compared', table: table.name, ...found });
    else
      differences.push(`${table.name}: ${describe(expected)} in ${source.name}, ${describe(found)} in ${target.name}.`);
  }
  if (differences.length > 0) {
    throw new MoveError(
      `${target.name} differs from ${source.name}. Delete the tables of Askwell in it, then move again.`,
      differences,
    );
  }
  registerKinds();
  const findings = await target.run(tallyCheck.find());
  report({ type: 'recounted', findings: [...findings, ...(await target.run(counterCheck.find()))] });
}

function describe({ rows, hash }: TableHash): string {
  return `${rows} rows with the hash ${hash.slice(0, 16)}`;
}
