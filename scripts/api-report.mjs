// Writes the public API of each package to its etc/api.md, or with --check fails if a file is not up to date.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDeclarations } from './api-declarations.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
const packages = ['packages/server-lib', 'packages/client-sdk', 'packages/browser-widget'];

function format(code) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=scripts/api.d.ts'],
    { cwd: root, input: code, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The API report cannot be formatted.\n${stderr}`);
  return stdout;
}

/** Returns the entry points of a package with the files of their declarations, if they have any. */
function entriesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, conditions]) => {
      const types = conditions.import?.types;
      return { name: name + path.slice(1), file: types && join(root, folder, types).replaceAll('\\', '/') };
    });
}

function describeEntry({ imports, exported, augmentations, internal, shared }) {
  const blocks = [
    imports,
    ...exported.map(({ name, local, code }) =>
      name === local ? code.map((text) => `export ${text}`) : [...code, `export { ${local} as ${name} };`],
    ),
    ...augmentations.map((text) => [text]),
    shared.length > 0 && ['// Declared in another entry point.'],
    shared.map(({ name, from }) => `export { ${name} } from '${from}';`),
    internal.length > 0 && ['// Not exported, but used by the declarations above.'],
    ...internal.map(({ code }) => code),
  ];
  const code = blocks.filter((lines) => lines && lines.length > 0).map((lines) => lines.join('\n'));
  return `\`\`\`ts\n${format(code.join('\n\n'))}\`\`\``;
}

function describePackage(folder) {
  const entries = entriesOf(folder);
  const sections = new Map(
    readDeclarations(entries.filter(({ file }) => file)).map((found) => [found.entry, describeEntry(found)]),
  );
  return [
    `# Public API of ${entries[0].name}`,
    'Generated from the build by `npm run api-report`. Do not edit. Review each change of this file as a change of the public API.',
    ...entries.flatMap(({ name }) => [`## ${name}`, sections.get(name) ?? 'Has no type declarations.']),
  ].join('\n\n');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

const isCheck = process.argv.includes('--check');
for (const folder of packages) {
  const file = join(root, folder, 'etc/api.md');
  const report = `${describePackage(folder)}\n`;
  if (report === read(file)) continue;
  if (isCheck) {
    console.error(`${folder}/etc/api.md: The public API changed. Run npm run api-report and review the diff.`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, report);
    console.log(`Wrote ${folder}/etc/api.md.`);
  }
}
