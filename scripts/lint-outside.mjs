// Fails if a module of the server opens connections, unless its calls are known to end at a deadline: see `base/deadline.ts`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseSource } from './parse-source.mjs';

const src = fileURLToPath(new URL('../packages/server-lib/src/', import.meta.url));

/** Modules that open connections, by the code that ends their calls. */
const exceptions = {
  'The callers use `callOutside`.': [
    'owners/email/smtp-transport.ts',
    'db/postgres/limit-queries.ts',
    'events/webhooks/connections.ts',
    'events/webhooks/target-guard.ts',
  ],
  'Commands run until the user ends them.': ['tools/cli/service-client.ts'],
};

/** The functions that open connections, by module. `*` stands for all. */
const outgoing = {
  http: ['Agent', 'get', 'request'],
  https: ['Agent', 'get', 'request'],
  http2: ['connect'],
  net: ['connect', 'createConnection'],
  tls: ['connect'],
  dgram: ['*'],
  dns: ['*'],
  'dns/promises': ['*'],
  nodemailer: ['*'],
};

function outgoingOf(name) {
  return outgoing[name.replace(/^node:/, '')] ?? [];
}

/** Returns the names of the imports or calls of a node that open connections. */
function usedBy(node) {
  if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) {
    const name = node.moduleSpecifier.text;
    const names = outgoingOf(name);
    const bindings = node.importClause?.namedBindings;
    if (names.length === 0 || !bindings || !ts.isNamedImports(bindings)) return names.length > 0 ? name : undefined;
    const found = bindings.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map((element) => (element.propertyName ?? element.name).text)
      .find((imported) => names.includes('*') || names.includes(imported));
    return found && `${found} of ${name}`;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const [argument] = node.arguments;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword && argument && ts.isStringLiteral(argument))
    return outgoingOf(argument.text).length > 0 ? argument.text : undefined;
  return ts.isIdentifier(node.expression) && node.expression.text === 'fetch' ? 'fetch' : undefined;
}

function check(file) {
  const source = parseSource(join(src, file));
  const problems = [];
  const visit = (node) => {
    const used = usedBy(node);
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (used) problems.push(`packages/server-lib/src/${file}:${line}: ${used}: call it through \`callOutside\`.`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

const known = Object.values(exceptions).flat();
const found = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.(test|case|d)\.ts$|\/browser\//.test(file))
    .map((file) => [file, check(file)]),
);
const problems = [
  ...[...found].flatMap(([file, lines]) => (known.includes(file) ? [] : lines)),
  ...known.filter((file) => !found.get(file)?.length).map((file) => `scripts/lint-outside.mjs: ${file} opens none.`),
];

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
