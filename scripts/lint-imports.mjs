// Fails if modules import each other in a circle, a module of the server imports one that is above it, a surface imports what is behind an
// operation, `shared` imports anything else, or packages import other sources of each other than `shared`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { circles } from './circles.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/** The folders and files of the server's `src`, from the bottom up. A module imports from its own layer and those below. */
const layers = [
  ['shared'],
  [
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
  'asks/definition/ask-service.ts',
  'asks/definition/update-ask.ts',
  'asks/definition/validate-definition.ts',
  'asks/copy/copy-ask.ts',
  'asks/copy/copy-schema.ts',
  'asks/tickets/issue-tickets.ts',
  'asks/tickets/ticket-queries.ts',
  'asks/tickets/ticket-service.ts',
  'asks/tickets/withdraw-tickets.ts',
  'asks/notes/note-queries.ts',
  'asks/notes/note-schema.ts',
  'sites/site-queries.ts',
  'sites/site-schema.ts',
  'sites/site-service.ts',
  'webhooks/webhook-queries.ts',
  'webhooks/webhook-resource.ts',
  'webhooks/webhook-schema.ts',
  'webhooks/webhook-service.ts',
  'webhooks/deliveries/delivery-queries.ts',
  'webhooks/deliveries/delivery-schema.ts',
  'webhooks/deliveries/delivery-service.ts',
  'asks/answers/answer-service.ts',
  'asks/answers/change-matching.ts',
  'asks/answers/delete-some-answers.ts',
  'asks/batch/batch-service.ts',
  'asks/batch/parse-batch-answer.ts',
  'asks/batch/record-batch.ts',
  'asks/results/filtered/count-answers.ts',
  'asks/results/filtered/filtered-results.ts',
  'asks/results/results-service.ts',
  'asks/result-links/link-queries.ts',
  'asks/result-links/link-service.ts',
  'asks/working-copies/find-refusals.ts',
  'asks/working-copies/review-draft.ts',
  'asks/working-copies/working-copy-queries.ts',
  'asks/working-copies/working-copy-service.ts',
  'quizzes/marking/regrade.ts',
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

/** Returns the source files of a folder with the modules that each imports, types included: files by their paths, packages by name. */
function importsIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.(test|case|d)\.ts$/.test(file));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), 'utf8'), true, true);
      return [file, [...new Set(importedFiles.map(({ fileName }) => resolveImport(file, fileName)))]];
    }),
  );
}

function resolveImport(file, name) {
  if (!name.startsWith('.')) return name;
  return normalize(join(dirname(file), name))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
}

/** Returns the imports between the files of one folder. Scripts for browsers are modules of their own. */
function importsWithin(imports) {
  const files = new Set([...imports.keys()].filter((file) => !file.includes('/browser/')));
  return new Map([...files].map((file) => [file, imports.get(file).filter((other) => files.has(other))]));
}

/** Returns the imports of `shared` that leave it, and those that leave the package for anything but `shared`. */
function importsAcross(file, imported) {
  if (file.startsWith('shared/')) return imported.filter((other) => !other.startsWith('shared/'));
  return imported.filter((other) => other.startsWith('../../') && !other.startsWith('../../server-lib/src/shared/'));
}

function layerOf(file) {
  const layer = layers.findIndex((names) => names.includes(file.split('/')[0]));
  if (layer === -1) throw new Error(`${file} is in no layer: add it to scripts/lint-imports.mjs.`);
  return layer;
}

const problems = ['server-lib', 'client-sdk', 'browser-widget'].flatMap((name) => {
  const allImports = importsIn(join(packages, name, 'src'));
  const imports = importsWithin(allImports);
  const found = circles(imports).map((files) => `circle: ${files.join(' → ')}`);
  for (const [file, imported] of allImports)
    found.push(...importsAcross(file, imported).map((other) => `across: ${file} imports ${other}`));
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
