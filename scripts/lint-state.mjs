// Fails if a module keeps mutable state: state belongs to an instance, so that instances do not affect each other.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseSource } from './parse-source.mjs';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

const cache = 'caches the result of a function, which depends on its arguments alone';
const threadPool = "limits the use of Node's thread pool, of which a process has one";
const ofSocket = 'belongs to a socket, which can lead to several handlers';
const ofClient = 'belongs to a database connection, whose pool several instances can share';
const ofPage = 'belongs to the page, which the browser loads once';

/** The state that a module may keep, with the reason. */
const exceptions = {
  'server-lib/src/owners/access/password.ts: slots': threadPool,
  'server-lib/src/adapters/node.ts: connectionSignals': ofSocket,
  'server-lib/src/adapters/pause-socket.ts: pauseCounts': ofSocket,
  'server-lib/src/adapters/pipelining.ts: connections': ofSocket,
  'server-lib/src/core/results/answer-contributions.ts: cache': cache,
  'server-lib/src/core/results/answer-contributions.ts: counters': 'has the same three kinds in all instances',
  'server-lib/src/core/submit/answer-language.ts: normalized': cache,
  'server-lib/src/base/clock.ts: formatted': cache,
  'server-lib/src/base/crypto/hmac.ts: keyed': cache,
  'server-lib/src/base/crypto/random.ts: pool': 'has random bytes, each of which is used once',
  'server-lib/src/base/crypto/random.ts: used': 'counts the used random bytes',
  'server-lib/src/dashboard/asks/owner-asks.ts: created': cache,
  'server-lib/src/dashboard/browser/editor/morph.ts: shown': cache,
  'server-lib/src/dashboard/editor/draft-conditions.ts: optionsByField': cache,
  'server-lib/src/dashboard/editor/draft-conditions.ts: groups': cache,
  'server-lib/src/dashboard/editor/language-control.ts: cache': cache,
  'server-lib/src/dashboard/editor/named-draft.ts: namedDrafts': cache,
  'server-lib/src/web/embed/widget-files.ts: faultFiles': cache,
  'server-lib/src/base/event-loop.ts: turns': 'shares the event loop, of which a process has one',
  'server-lib/src/http/compression/compress.ts: running': threadPool,
  'server-lib/src/http/compression/compress.ts: waiting': threadPool,
  'server-lib/src/api/openapi/parameters.ts: cache': cache,
  'server-lib/src/api/openapi/schemas.ts: components': cache,
  'server-lib/src/web/reference/browser/request-form.ts: count': ofPage,
  'server-lib/src/web/reference/reference-endpoints.ts: loading': cache,
  'server-lib/src/instance/options/host-warnings.ts: loggedWarnings':
    'belongs to a log, which several instances can share',
  'server-lib/src/kinds/form/check-submission.ts: answerable': cache,
  'server-lib/src/kinds/quiz/mark-attempt.ts: accepted': cache,
  'server-lib/src/kinds/quiz/stored-quiz.ts: byId': cache,
  'server-lib/src/shared/messages/page-messages.ts: loaded': cache,
  'server-lib/src/db/postgres/postgres-pool.ts: discarded': ofClient,
  'server-lib/src/db/postgres/postgres-pool.ts: pooled': ofClient,
  'server-lib/src/db/postgres/prepared.ts: names': cache,
  'server-lib/src/db/postgres/prepared.ts: planUses': ofClient,
  'server-lib/src/db/sets/statement-set.ts: textsByCount': cache,
  'server-lib/src/db/sql/dialect.ts: hintsByIndex': cache,
  'server-lib/src/db/sql/dialect.ts: textsByTypes': cache,
  'server-lib/src/db/sql/statement.ts: valuesLists': cache,
  'server-lib/src/db/sqlite/choose-driver.ts: chosen':
    "is the SQLite library of the process: two of them would lose each other's locks",
  'server-lib/src/base/validation/check.ts: bounded': cache,
  'server-lib/src/base/localizer.ts: localizers': cache,
  'client-sdk/src/backends/default-backend.ts: undici': cache,
  'browser-widget/src/api.ts: reading': ofPage,
  'browser-widget/src/api.ts: warned': ofPage,
  'browser-widget/src/flow/host-page.ts: defaultServer': ofPage,
  'browser-widget/src/flow/local-state.ts: fallback': ofPage,
  'browser-widget/src/flow/local-state.ts: sending': ofPage,
  'browser-widget/src/flow/local-state.ts: unstored': ofPage,
  'browser-widget/src/inputs/control.ts: count': ofPage,
  'browser-widget/src/quiz/formulas.ts: formulas': ofPage,
  'browser-widget/src/results/live-results.ts: followed': ofPage,
  'browser-widget/src/results/live-results.ts: sources': ofPage,
  'browser-widget/src/ui/add-styles.ts: sheets': ofPage,
};

/** Functions that create a queue or a budget. */
const factories = new Set([
  'createBodyBudget',
  'createPipelining',
  'createTaskSlots',
  'createTurnBatcher',
  'createTurns',
]);

/** Methods that change an array or a collection. */
const changingMethods = new Set([
  ...['set', 'add', 'delete', 'clear'],
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
]);

/** Functions that change their first argument. */
const changingFunctions = new Set(['Object.assign', 'Object.defineProperty', 'Reflect.set', 'randomFillSync']);

/** Returns the source files of a folder, without tests. */
function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.(test|case|d)\.ts$/.test(file));
}

/** Returns the names of the variables of a module that hold mutable state. */
function stateOf(source) {
  const changed = changedNames(source);
  return source.statements
    .filter((statement) => ts.isVariableStatement(statement) && !isAmbient(statement))
    .flatMap(({ declarationList }) => {
      const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0;
      return declarationList.declarations
        .filter(
          ({ name, initializer }) =>
            !isConstant || isFactoryCall(initializer) || (changed.has(name.text) && isCreated(initializer)),
        )
        .map(({ name }) => name.getText(source));
    });
}

function isAmbient({ modifiers }) {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}

function isFactoryCall(node) {
  return node !== undefined && ts.isCallExpression(node) && factories.has(node.expression.getText());
}

/** Returns whether an expression creates an array, an object or an instance of a class. */
function isCreated(node) {
  if (!node) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isCreated(node.expression);
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isNewExpression(node);
}

/** Returns the names of the variables whose content a module changes. A local variable counts like a variable of the module. */
function changedNames(source) {
  const names = new Set();
  const addRoot = (node) => {
    let root = node;
    while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) root = root.expression;
    if (ts.isIdentifier(root)) names.add(root.text);
  };
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isPropertyAccessExpression(expression) && changingMethods.has(expression.name.text)) {
        addRoot(expression.expression);
      }
      if (changingFunctions.has(expression.getText(source)) && node.arguments[0]) addRoot(node.arguments[0]);
    } else if (ts.isBinaryExpression(node) && ts.isAssignmentOperator(node.operatorToken.kind)) addRoot(node.left);
    else if (ts.isDeleteExpression(node)) addRoot(node.expression);
    else if (
      (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
      (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
    ) {
      addRoot(node.operand);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const found = ['server-lib', 'client-sdk', 'browser-widget'].flatMap((name) => {
  const folder = join(packages, name, 'src');
  return sourceFiles(folder).flatMap((file) => {
    const source = parseSource(join(folder, file));
    return stateOf(source).map((variable) => `${name}/src/${file}: ${variable}`);
  });
});

const problems = [
  ...found.filter((state) => !Object.hasOwn(exceptions, state)).map((state) => `packages/${state}: state of a module`),
  ...Object.keys(exceptions)
    .filter((state) => !found.includes(state))
    .map((state) => `scripts/lint-state.mjs: the exception "${state}" matches nothing`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
