// Fails if modules import each other in a circle, a module of the server imports one that is above it, a surface imports the code behind an
// operation, `shared` imports anything else, or packages import other sources of each other than `shared`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { circles } from './circles.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/**
 * The layers of the server: the folders of its `src`, from the bottom up. A layer imports from itself and from the layers before it.
 */
const layers = [
  'shared',
  'base',
  'db',
  'http',
  'owners',
  'core',
  'kinds',
  'events',
  'api',
  'instance',
  'web',
  'dashboard',
  'adapters',
  // The files of `src` itself: the entries of the package, and the files that connect the layers.
  '.',
  'tools',
];

/** The surfaces: the modules that offer operations to owners and programs. They call operations. */
const surfaces = ['dashboard/', 'api/mcp/', 'tools/cli/'];

/** The services and queries behind operations. A surface imports only their types. */
const behindOperations = [
  'core/asks/ask-service.ts',
  'core/asks/update-ask.ts',
  'core/asks/validate-definition.ts',
  'core/asks/copy-ask.ts',
  'core/asks/copy-schema.ts',
  'core/tickets/issue-tickets.ts',
  'core/tickets/ticket-queries.ts',
  'core/tickets/ticket-service.ts',
  'core/tickets/withdraw-tickets.ts',
  'core/answers/note-queries.ts',
  'core/answers/note-schema.ts',
  'owners/sites/site-queries.ts',
  'owners/sites/site-schema.ts',
  'owners/sites/site-service.ts',
  'events/webhooks/webhook-queries.ts',
  'events/webhooks/webhook-resource.ts',
  'events/webhooks/webhook-schema.ts',
  'events/webhooks/webhook-service.ts',
  'events/webhooks/delivery-queries.ts',
  'events/webhooks/delivery-schema.ts',
  'events/webhooks/delivery-service.ts',
  'core/answers/answer-service.ts',
  'core/answers/change-matching.ts',
  'core/answers/delete-some-answers.ts',
  'core/submit/batch-service.ts',
  'core/submit/parse-batch-answer.ts',
  'core/submit/record-batch.ts',
  'core/results/count-answers.ts',
  'core/results/filtered-results.ts',
  'core/results/results-service.ts',
  'core/results/link-queries.ts',
  'core/results/link-service.ts',
  'core/drafts/find-refusals.ts',
  'core/drafts/working-copy-service.ts',
  'core/drafts/working-copy-queries.ts',
  'api/asks/regrade.ts',
  'owners/accounts/account-profile.ts',
  'owners/accounts/account-service.ts',
  'owners/accounts/email-verification.ts',
  'owners/keys/key-service.ts',
  'core/asks/archive-asks.ts',
  'core/asks/summary-service.ts',
];

/** The members of `Services` behind operations, which pages do not use. */
const servicesBehindOperations = ['keys', 'sites', 'webhooks', 'deliveries', 'verifications', 'summaries'];

/** Returns the imports of a surface that bypass operations. */
function importsAroundOperations(folder, file, imported) {
  if (!surfaces.some((surface) => file.startsWith(surface))) return [];
  const text = readFileSync(join(folder, file), 'utf8');
  const used = servicesBehindOperations.filter((name) => usesService(text, name)).map((name) => `services.${name}`);
  return imported
    .filter((other) => behindOperations.includes(other) && importsValue(text, basename(other, '.ts')))
    .concat(used);
}

/** Returns whether a file uses a member of `services`, or of a parameter of its type. */
function usesService(text, name) {
  return new RegExp(`\\bservices\\.${name}\\b|\\{ ([\\w ,:]+, )?${name}\\b[\\w ,:]* \\}(: Services| = services;)`).test(
    text,
  );
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

/** Returns the imports of `shared` that leave it, and the imports that leave the package for anything but `shared`. */
function importsAcross(file, imported) {
  if (file.startsWith('shared/')) return imported.filter((other) => !other.startsWith('shared/'));
  return imported.filter((other) => other.startsWith('../../') && !other.startsWith('../../server-lib/src/shared/'));
}

function layerOf(file) {
  const layer = file.includes('/') ? file.split('/')[0] : '.';
  if (!layers.includes(layer)) throw new Error(`${file} is in no layer: add the folder to scripts/lint-imports.mjs.`);
  return layers.indexOf(layer);
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
      found.push(...around.map((other) => `around operations: ${file} uses ${other}`));
    }
  }
  return found.map((problem) => `packages/${name}/src: ${problem}`);
});

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
