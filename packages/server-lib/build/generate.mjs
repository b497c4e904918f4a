// Writes the files that are generated from the schemas: `npm run generate`.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { printTypes } from './generate-types.mjs';
import { loadSchemas } from './load-schemas.mjs';

const isCheck = process.argv.includes('--check');
const file = fileURLToPath(new URL('../src/contract/resources.ts', import.meta.url));
const text = format(printTypes(await loadSchemas()));
if (!isCheck) await writeFile(file, text);
else if ((await readFile(file, 'utf8')) !== text) {
  console.error(`${file} does not match the schemas. Run \`npm run generate\`.`);
  process.exitCode = 1;
}

function format(source) {
  const { status, stdout, stderr } = spawnSync('npx', ['biome', 'format', `--stdin-file-path=${file}`], {
    input: source,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
