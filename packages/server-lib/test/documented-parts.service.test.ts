import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parts } from '../src/dashboard/browser/elements/parts.js';
import type { VerdictType } from '../src/shared/presentation/results/blocks.js';
import { readDocs } from './support/docs/read-docs.js';

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Parts that are only known at run time. */
const verdicts: readonly VerdictType[] = ['correct', 'partial', 'incorrect', 'unanswered'];

/** The functions whose classes become parts, and the position of the classes. */
const positions = new Map([
  ['h', 1],
  ['richText', 1],
  ['button', 2],
]);

async function sourcesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !/(\.test|\.d)\.ts$/.test(name));
  return Promise.all(sources.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Returns the texts in an expression of classes. A value that is only known at run time is an asterisk. */
function textsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (starts, { expression, literal }) =>
        starts.flatMap((start) => textsOf(expression).map((text) => start + text + literal.text)),
      [node.head.text],
    );
  return ['*'];
}

/** Returns the classes that a source gives to elements. */
function partsIn(source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText().split('.').at(-1) ?? '';
      const given = node.arguments[positions.get(name) ?? Number.NaN];
      const classes =
        given && ts.isObjectLiteralExpression(given)
          ? given.properties.flatMap((property) =>
              ts.isPropertyAssignment(property) && property.name.getText() === 'class' ? [property.initializer] : [],
            )
          : given
            ? [given]
            : [];
      for (const text of classes.flatMap(textsOf)) found.push(...text.split(/\s+/));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found.filter((name) => name !== '' && name !== '*');
}

/** Returns the names in the first column of the tables of a section. */
function namesIn(page: string, heading: RegExp): readonly string[] {
  const [, section = ''] = page.split(heading);
  const rows = (section.split(/^#{2,3} /m)[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

test('the documentation names all parts of the elements, and no others', async () => {
  const sources = await sourcesIn(folderOf('../../browser-widget/src'));
  const inSources = [...new Set(sources.flatMap(partsIn))];
  const documented = namesIn(await readDocs('embedding.md'), /^### Style single elements$/m);
  expect(new Set(documented).size).toBe(documented.length);
  const [exact, patterns] = [true, false].map((isExact) => inSources.filter((name) => !name.includes('*') === isExact));
  const isNamedBy = (pattern: string) => new RegExp(`^${pattern.replace('*', '.+')}$`);
  const matched = documented.filter((name) => patterns?.some((pattern) => isNamedBy(pattern).test(name)));
  expect([...new Set([...(exact ?? []), ...matched, ...verdicts])].sort()).toEqual([...documented].sort());
  expect(patterns?.filter((pattern) => !documented.some((name) => isNamedBy(pattern).test(name)))).toEqual([]);

  // The readme has the same table in short.
  const readme = await readDocs('../packages/browser-widget/README.md');
  const inReadme = namesIn(readme, /^## Looks$/m).filter((name) => !name.startsWith('--'));
  expect([...inReadme].sort()).toEqual([...documented].sort());
});

test('the documentation names all parts of the elements for owners, and no others', async () => {
  const documented = namesIn(await readDocs('embedding-the-editor.md'), /^### Style single elements$/m);
  expect([...documented].sort()).toEqual(Object.keys(parts).sort());
  // A name that the widget has too is documented for the same purpose there.
  const ofWidget = new Set(namesIn(await readDocs('embedding.md'), /^### Style single elements$/m));
  const own = ['tabs', 'tab', 'state', 'outline', 'item', 'preview', 'fields', 'periods', 'list', 'entry'];
  expect(documented.filter((name) => !ofWidget.has(name)).sort()).toEqual([...own].sort());
});
