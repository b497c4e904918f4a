// Writes what is generated from the schemas and from the table of options: the types of resources, the members that the editor edits,
// the interfaces of options, and tables in docs/. `--check` writes nothing, and fails if a file is not up to date.
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { updateGroupTables, updateInterface, updateOptionTables } from './generate-options.mjs';
import { hasTables, updateTables } from './generate-tables.mjs';
import { printTypes } from './generate-types.mjs';
import { loadOptions, loadSchemas } from './load-schemas.mjs';
import { printConstants } from './print-constants.mjs';

const isCheck = process.argv.includes('--check');
const { components, members, textShapes } = await loadSchemas();

const types = fileURLToPath(new URL('../src/shared/contract/resources.ts', import.meta.url));
await update(types, format(printTypes(components)));
const draftMembers = fileURLToPath(new URL('../src/dashboard/editor/draft-members.ts', import.meta.url));
await update(draftMembers, format(printMembers(members)));
const shapes = fileURLToPath(new URL('../src/dashboard/editor/text-shapes.ts', import.meta.url));
await update(shapes, format(printShapes(textShapes)));

const options = await loadOptions();
const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
for (const name of await readdir(docs)) {
  if (!name.endsWith('.md')) continue;
  const page = await readFile(docs + name, 'utf8');
  const withMembers = hasTables(page) ? updateTables(page, components) : page;
  const updated = updateGroupTables(withMembers, name, options);
  if (updated !== page) await update(docs + name, updated);
}

const configuration = `${docs}configuration.md`;
await update(configuration, updateOptionTables(await readFile(configuration, 'utf8'), options));

const sources = fileURLToPath(new URL('../src/', import.meta.url));
const { optionTable } = options;
const own = { name: 'AskwellOptions', file: 'instance/options/options.ts', members: options.printMembers(optionTable) };
for (const generated of [own, ...options.interfacesOf(optionTable)]) {
  const file = sources + generated.file;
  await update(file, updateInterface(await readFile(file, 'utf8'), generated));
}

async function update(file, text) {
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8')) !== text) {
    console.error(`${file} is not up to date. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}

function printMembers(described) {
  const { constants, expression } = printConstants(described, (part, key) => {
    if (Array.isArray(part)) return key === 'members' ? { name: 'members', type: 'readonly Member[]' } : undefined;
    return part.control === undefined ? undefined : { name: `${part.name}_member`, type: 'Member' };
  });
  return `// Generated from the schemas by \`npm run generate\`. Do not edit.
import type { DescribedMembers, Member } from './draft-member.js';

${constants}

/** The members of definitions, as data, so that browsers have them too. */
export const draftMembers: DescribedMembers = ${expression};
`;
}

function printShapes(shapes) {
  const { constants, expression } = printConstants(shapes, ({ type }, key) => {
    // A text is shorter than the name of a constant with it.
    if (type === undefined || type === 'text') return undefined;
    return { name: key === 'shape' ? 'variant' : `${key}_shape`, type: 'TextShape' };
  });
  return `// Generated from the schemas by \`npm run generate\`. Do not edit.
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { TextShape } from '../../shared/translations/text-shape.js';

${constants}

/** Where definitions have texts for visitors, as data, so that browsers have it too. */
export const textShapes: Readonly<Record<AskKind, TextShape>> = ${expression};
`;
}

function format(source) {
  const { status, stdout, stderr } = spawnSync('npx', ['biome', 'format', `--stdin-file-path=${types}`], {
    input: source,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
