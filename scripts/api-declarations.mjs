// Reads the declarations that a package exports from its built .d.ts files.
// Paths have forward slashes, as in TypeScript.
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Loads only the files of the package, so that the result does not depend on the installed dependencies. */
function createProgram(files) {
  const options = { noLib: true, types: [], target: ts.ScriptTarget.ES2022 };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, importer) =>
    literals.map(({ text }) => {
      if (!text.startsWith('.')) return { resolvedModule: undefined };
      const resolvedFileName = join(dirname(importer), text.replace(/\.js$/, '.d.ts'));
      return { resolvedModule: { resolvedFileName, extension: '.d.ts' } };
    });
  return ts.createProgram(files, options, host);
}

/** Whether a statement is `declare global` or `declare module 'name'`. */
function isAugmentation(node) {
  return ts.isModuleDeclaration(node) && (ts.isGlobalScopeAugmentation(node) || ts.isStringLiteral(node.name));
}

/** Returns the top-level statements that declare a symbol, or nothing for members, parameters and foreign symbols. */
function statementsOf(symbol) {
  const statements = (symbol.declarations ?? []).map((node) =>
    ts.isVariableDeclaration(node) ? node.parent.parent : node,
  );
  return statements.filter((node) => ts.isStatement(node) && ts.isSourceFile(node.parent) && !isAugmentation(node));
}

/** Returns the import that declares an alias of another package, such as `import { z } from 'zod'`. */
function importOf(symbol) {
  const node = symbol.declarations?.[0];
  const declaration = node && ts.findAncestor(node, ts.isImportDeclaration);
  if (!declaration || declaration.moduleSpecifier.text.startsWith('.')) return undefined;
  const name = ts.isImportSpecifier(node)
    ? `{ ${node.getText()} }`
    : ts.isNamespaceImport(node)
      ? node.getText()
      : symbol.name;
  return `import type ${name} from '${declaration.moduleSpecifier.text}';`;
}

/** Whether a statement is `type Name = keyof typeof object`. Its names are the type, so the object is not printed. */
function isKeysOfObject(statement) {
  return (
    ts.isTypeAliasDeclaration(statement) &&
    ts.isTypeOperatorNode(statement.type) &&
    statement.type.operator === ts.SyntaxKind.KeyOfKeyword &&
    ts.isTypeQueryNode(statement.type.type)
  );
}

/**
 * Returns the declarations of each entry, sorted by name.
 *
 * @param entries The entry points, as an array of `{ name, file }`, with forward slashes in `file`.
 */
export function readDeclarations(entries) {
  const program = createProgram(entries.map(({ file }) => file));
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const target = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const byName = (a, b) => (a.name < b.name ? -1 : 1);

  /** The first entry that exports a symbol. Other entries refer to it. */
  const owners = new Map();
  const entryExports = entries.map(({ name, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const found = checker.getExportsOfModule(module).map((symbol) => ({ name: symbol.name, symbol: target(symbol) }));
    for (const { symbol } of found) if (!owners.has(symbol)) owners.set(symbol, name);
    return found.sort(byName);
  });

  function print(statement) {
    if (!isKeysOfObject(statement)) {
      return printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile());
    }
    const type = checker.getTypeAtLocation(statement.name);
    const keys = (type.isUnion() ? type.types : [type]).map(({ value }) => JSON.stringify(value));
    return `type ${statement.name.text} = ${keys.sort().join(' | ')};`;
  }

  /** Calls `visit` with each symbol that a statement uses. */
  function forEachUse(statement, visit) {
    if (isKeysOfObject(statement)) return;
    ts.forEachChild(statement, function walk(node) {
      const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
      if (symbol) visit(symbol);
      ts.forEachChild(node, walk);
    });
  }

  const printed = new Set();
  function readEntry({ name: entry, file }, found) {
    const imports = new Set();
    const internal = new Map();
    const follow = (statement) =>
      forEachUse(statement, (symbol) => {
        const imported = importOf(symbol);
        if (imported) imports.add(imported);
        const used = target(symbol);
        if (owners.has(used) || printed.has(used) || statementsOf(used).length === 0) return;
        printed.add(used);
        internal.set(used, { name: used.name, code: statementsOf(used).map(print) });
        statementsOf(used).forEach(follow);
      });

    const own = found.filter(({ symbol }) => owners.get(symbol) === entry);
    const augmentations = reachableFiles(program, file)
      .flatMap((source) => source.statements.filter(isAugmentation))
      .filter((statement) => !printed.has(statement));
    for (const statement of augmentations) printed.add(statement);
    for (const statement of [...own.flatMap(({ symbol }) => statementsOf(symbol)), ...augmentations]) follow(statement);
    return {
      entry,
      imports: [...imports].sort(),
      exported: own.map(({ name, symbol }) => ({ name, local: symbol.name, code: statementsOf(symbol).map(print) })),
      augmentations: augmentations.map(print),
      internal: [...internal.values()].sort(byName),
      shared: found
        .filter(({ symbol }) => owners.get(symbol) !== entry)
        .map(({ name, symbol }) => ({ name, from: owners.get(symbol) })),
    };
  }
  return entries.map((entry, at) => readEntry(entry, entryExports[at]));
}

/** Returns a file and all files of the package that it imports. */
function reachableFiles(program, file, found = new Set()) {
  const source = program.getSourceFile(file);
  if (!source || found.has(source)) return [...found];
  found.add(source);
  for (const { fileName } of ts.preProcessFile(source.text).importedFiles) {
    if (fileName.startsWith('.'))
      reachableFiles(program, join(dirname(file), fileName.replace(/\.js$/, '.d.ts')), found);
  }
  return [...found];
}
