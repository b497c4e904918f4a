// Fails if modules import each other in a circle, a module of the server imports one that is above it, or a surface imports what is behind an
// operation.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { circles } from './circles.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/** The folders and files of the server's `src`, from the bottom up. A module imports from its own layer and those below. */
const layers = [
  [
    'shared',
    'clock.ts',
    'deadline.ts',
    'event-loop.ts',
    'turns.ts',
    'logger.ts',
    'paced-log.ts',
    'errors.ts',
    'crypto',
    'faults',
    'validation',
  ],
  ['background', 'templates', 'limiter', 'store'],
  ['changes'],
  ['http', 'removal', 'security-events'],
  ['inputs', 'web', 'access', 'email'],
  ['keys'],
  ['api'],
  ['accounts'],
  ['sites'],
  ['asks'],
  ['polls', 'quizzes', 'forms'],
  [
    'live',
    'transfer',
    'move',
    'webhooks',
    'change-feed',
    'notifications',
    'registered-kinds.ts',
    'registered-reports.ts',
    'registered-writes.ts',
  ],
  ['options', 'metrics', 'services', 'assemble-services.ts', 'database-secret.ts'],
  ['embed', 'openapi'],
  ['mcp'],
  ['pages'],
  ['sample'],
  ['dashboard'],
  ['adapters'],
  ['instance', 'create-askwell.ts', 'create-askwell-once.ts', 'index.ts', 'viewer.ts', 'writer.ts'],
  ['testing', 'cli'],
];

/** The modules that offer what owners can do to others. They call operations. */
const surfaces = ['dashboard', 'mcp', 'cli'];

/** The services and queries behind operations. A surface imports only their types. */
const behindOperations = [
  ...['ask-service', 'update-ask', 'validate-definition'].map((name) => `asks/definition/${name}.ts`),
  ...['copy-ask', 'copy-schema'].map((name) => `asks/copy/${name}.ts`),
  ...['issue-tickets', 'ticket-queries', 'ticket-service', 'withdraw-tickets'].map((name) => `asks/tickets/${name}.ts`),
  ...['note-queries', 'note-schema'].map((name) => `asks/notes/${name}.ts`),
];

/** Returns the imports of a surface that go around operations. */
function importsAroundOperations(folder, file, imported) {
  if (!surfaces.includes(file.split('/')[0])) return [];
  const text = readFileSync(join(folder, file), 'utf8');
  return imported.filter((other) => behindOperations.includes(other) && importsValue(text, basename(other, '.ts')));
}

function importsValue(text, name) {
  return new RegExp(`^(import|export) (?!type )[^;]*/${name}\\.js';$`, 'm').test(text);
}

/** Returns the source files of a folder with the files that each imports, types included. */
function importsIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.(test|case|d)\.ts$|\/browser\//.test(file));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), 'utf8'), true, true);
      const imported = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) =>
          normalize(join(dirname(file), fileName))
            .replaceAll('\\', '/')
            .replace(/\.js$/, '.ts'),
        );
      return [file, [...new Set(imported)].filter((name) => files.includes(name))];
    }),
  );
}

function layerOf(file) {
  const layer = layers.findIndex((names) => names.includes(file.split('/')[0]));
  if (layer === -1) throw new Error(`${file} is in no layer: add it to scripts/lint-imports.mjs.`);
  return layer;
}

const problems = ['server-lib', 'client-sdk', 'browser-widget'].flatMap((name) => {
  const imports = importsIn(join(packages, name, 'src'));
  const found = circles(imports).map((files) => `circle: ${files.join(' → ')}`);
  if (name === 'server-lib') {
    for (const [file, imported] of imports) {
      const above = imported.filter((other) => layerOf(other) > layerOf(file));
      found.push(...above.map((other) => `upwards: ${file} imports ${other}`));
      const around = importsAroundOperations(join(packages, name, 'src'), file, imported);
      found.push(...around.map((other) => `around operations: ${file} imports ${other}`));
    }
  }
  return found.map((problem) => `packages/${name}/src: ${problem}`);
});

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
