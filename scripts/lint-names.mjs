// Fails if two modules of the server export different things with the same name: a reader who searches a name finds one place.
// Also fails if an object literal spreads another one, which is redundant: `{ ...{ a, b }, c }` is `{ a, b, c }`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseSource } from './parse-source.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = 'packages/server-lib/src';

/** The names that several modules may export, with the reason. */
const exceptions = {
  Attempt: 'is an answer to a quiz in the contract, and a request to the URL of a webhook',
};

/** Returns the names that a module declares and exports. Omits names that it re-exports from another module. */
function exportedNames(file) {
  const declared = file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => ({ statement, name: name.getText(file) }))
      : statement.name
        ? [{ statement, name: statement.name.text }]
        : [],
  );
  const listed = new Set(
    file.statements
      .filter((statement) => ts.isExportDeclaration(statement) && statement.exportClause)
      .flatMap(({ exportClause }) => (ts.isNamedExports(exportClause) ? exportClause.elements : []))
      .map(({ name, propertyName }) => (propertyName ?? name).text),
  );
  return declared.filter(({ statement, name }) => isExported(statement) || listed.has(name)).map(({ name }) => name);
}

function isExported({ modifiers }) {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Returns the lines in which an object literal spreads an object literal. */
function spreadLines(file) {
  const lines = [];
  const visit = (node) => {
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression))
      lines.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

function parse(path) {
  return parseSource(join(root, path));
}

/** Returns the source files of a folder, without the files of packages, builds and declarations. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(
      (file) =>
        /\.(ts|tsx|mjs|js)$/.test(file) && !/\.d\.m?ts$|\/(node_modules|dist|build-output|\.[^/]*)\//.test(file),
    );
}

const modulesByName = new Map();
for (const path of filesIn(source).filter((file) => /\.ts$/.test(file) && !/\.(test|case)\.ts$/.test(file))) {
  for (const name of new Set(exportedNames(parse(path))))
    modulesByName.set(name, [...(modulesByName.get(name) ?? []), path.slice(source.length + 1)]);
}
const shared = [...modulesByName].filter(([, modules]) => modules.length > 1);
const names = new Set(shared.map(([name]) => name));

const problems = [
  ...shared
    .filter(([name]) => !Object.hasOwn(exceptions, name))
    .map(([name, modules]) => `${source}: several modules export \`${name}\`: ${modules.join(', ')}`),
  ...Object.keys(exceptions)
    .filter((name) => !names.has(name))
    .map((name) => `scripts/lint-names.mjs: the exception \`${name}\` matches nothing`),
  ...['packages', 'scripts', 'bench', 'examples', 'consumers']
    .flatMap(filesIn)
    .flatMap((path) => spreadLines(parse(path)).map((line) => `${path}:${line}: spreads an object literal`)),
];
for (const problem of problems.sort()) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
