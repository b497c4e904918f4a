import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { escapeQuizMarks, plainQuizLabel } from './quiz-text.js';
import { quizTokens } from './quiz-tokens.js';
import {
  escapeMarks,
  parseInlineText,
  parseRichText,
  plainBlocks,
  plainLabel,
  plainText,
  type RichNode,
  type RichText,
  textWithUrls,
} from './rich-text.js';

/** Writes a tree as HTML without escapes, to compare it. */
const show = (nodes: RichText): string => nodes.map(showNode).join('');
function showNode(node: RichNode): string {
  if (typeof node === 'string') return node;
  const { tag, content, url, start, formula } = node;
  if (tag === 'br') return '<br>';
  if (formula !== undefined) return `<math>${show(content)}</math>`;
  const attributes = `${url === undefined ? '' : ` href=${url}`}${start === undefined ? '' : ` start=${start}`}`;
  return `<${tag}${attributes}>${show(content)}</${tag}>`;
}

test.each([
  ['*a*', '<em>a</em>'],
  ['_a b_', '<em>a b</em>'],
  ['**a**', '<strong>a</strong>'],
  ['***a***', '<strong><em>a</em></strong>'],
  ['***a* b**', '<strong><em>a</em> b</strong>'],
  ['**a *b***', '<strong>a <em>b</em></strong>'],
  ['*a _b_ c*', '<em>a <em>b</em> c</em>'],
  ['(*a*), "**b**".', '(<em>a</em>), "<strong>b</strong>".'],
  ['*a\nb*', '<em>a<br>b</em>'],
  ['これは**重要**です', 'これは<strong>重要</strong>です'],
  ['*중요*는', '<em>중요</em>는'],
  ['`a *b*`', '<code>a *b*</code>'],
  ['\\*a\\*', '*a*'],
  ['[a](https://example.com/a_b_(c)) d', '<a href=https://example.com/a_b_(c)>a</a> d'],
  ['[a *b*](mailto:a@example.com)', '<a href=mailto:a@example.com>a <em>b</em></a>'],
  ['**[a](tel:+123)**', '<strong><a href=tel:+123>a</a></strong>'],
  ['*[a](https://example.com/*)*', '<em><a href=https://example.com/*>a</a></em>'],
  ['[a] [b](https://example.com)', '[a] <a href=https://example.com>b</a>'],
])('the marks of %j', (text, expected) => {
  expect(show(parseInlineText(text))).toBe(expected);
});

test.each([
  '2 * 3 * 4',
  '5*3 and 6*4',
  'x*y*z',
  'snake_case_name',
  'a_b_c',
  '__init__ and _____',
  'Name*, Email*',
  '* a',
  '*a',
  '* a *',
  'https://example.com/_a_/b',
  '{{*a*}} {{b|_c_}}',
  '``a`',
  '<b>a</b> &amp;',
  '[a](javascript:alert(1))',
  '[a](JavaScript:x)',
  '[a](data:text/html,x)',
  '[a](https://example.com@other.example)',
  '[a](//example.com)',
  '[a](/b)',
  '[a](https://example.com/ b)',
  '[](https://example.com)',
  '[a] (https://example.com)',
  'C:\\dir',
])('%j has no marks', (text) => {
  expect(parseInlineText(text)).toEqual([text]);
});

test.each([
  ['a\nb', '<p>a<br>b</p>'],
  ['a\r\n\r\nb\n\n\nc', '<p>a</p><p>b</p><p>c</p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['* *a*\n\n* b', '<ul><li><em>a</em></li><li>b</li></ul>'],
  ['a\n- b\nc', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
  ['- a\n  b\n  - c', '<ul><li>a<br>  b</li><li>c</li></ul>'],
  ['1. a\n2) b', '<ol><li>a</li><li>b</li></ol>'],
  ['3. a\n4. b', '<ol start=3><li>a</li><li>b</li></ol>'],
  ['1. a\n1. b', '<ol><li>a</li></ol><ol><li>b</li></ol>'],
  ['born in\n1986. Yes', '<p>born in<br>1986. Yes</p>'],
  ['-5 degrees\n1.5 m', '<p>-5 degrees<br>1.5 m</p>'],
  ['a\n```js\nb *c*\n\n- d\n```\ne', '<p>a</p><pre><code>b *c*\n\n- d</code></pre><p>e</p>'],
  ['', ''],
])('the blocks of %j', (text, expected) => {
  expect(show(parseRichText(text))).toBe(expected);
});

test('plain text has no marks, and in emails the URLs of links', () => {
  const text = 'Read **all** of [this](https://example.com):\n\n1. *a*\n2. `b`\n\n[Write](mailto:a@example.com) us';
  expect(plainBlocks(parseRichText(text))).toBe('Read all of this:\n\n1. a\n2. b\n\nWrite us');
  expect(textWithUrls(text)).toBe('Read all of this (https://example.com):\n\n1. a\n2. b\n\nWrite (a@example.com) us');
  expect(textWithUrls('[a@example.com](mailto:a@example.com)')).toBe('a@example.com');
  expect(plainLabel('A **b** [c](https://example.com)')).toBe('A b c');
});

test('values of placeholders are not parsed', () => {
  const fill = (text: string) => text.replaceAll('{{a_b}}', '*x* [y](https://example.com)');
  expect(plainText(parseInlineText('*{{a_b}}* _c_'), { fill })).toBe('*x* [y](https://example.com) c');
});

test.each([
  ['*a* _b_ **c** `d`', '\\*a\\* \\_b\\_ \\*\\*c\\*\\* \\`d\\`'],
  ['[x](https://evil.example)', '[x]\u2060(https://evil.example)'],
  ['https://example.com/a_b_c', 'https://example.com/a_b_c'],
  ['{{*a*}}', '{{*a*}}'],
  ['a [b] (c) \\', 'a [b] (c) \\'],
])('the marks of the value %j are escaped', (value, escaped) => {
  expect(escapeMarks(value)).toBe(escaped);
});

test.each([
  ['$x^2$', '<math>x^2</math>'],
  ['If $a_b*c*d$, *then* $d$.', 'If <math>a_b*c*d</math>, <em>then</em> <math>d</math>.'],
  ['($x$)-*$y$*', '(<math>x</math>)-<em><math>y</math></em>'],
  ['数$x$です', '数<math>x</math>です'],
  ['$\\$5$', '<math>\\$5</math>'],
  ['$`a`$ `$b$`', '<math>`a`</math> <code>$b$</code>'],
  ['{{$a$}} https://example.com/$a$', '{{$a$}} https://example.com/$a$'],
  ['$a $b$', '$a <math>b</math>'],
  ['a$b *c* d$', 'a$b <em>c</em> d$'],
  ['$5 or $x$', '$5 or <math>x</math>'],
  ['a\n$$x$$\nb', 'a<br><math>x</math><br>b'],
  ['$$\nx\n$$', '<math>\nx\n</math>'],
  ['Run\n```js\n*a*\n  $b$\n```\nthen *c*', 'Run<br><pre><code>*a*\n  $b$\n</code></pre><br>then <em>c</em>'],
  ['```\r\na\r\n```\r\nb', '<pre><code>a\r\n</code></pre>\r<br>b'],
  ['a\n```', 'a<br><pre><code></code></pre>'],
  ['a\n```\n```\nb', 'a<br><pre><code></code></pre><br>b'],
])('the formulas and the code of %j in a quiz', (text, expected) => {
  expect(show(parseInlineText(text, quizTokens))).toBe(expected);
});

test.each([
  'A$5 and NZ$6',
  '$5 or $10',
  'US$ 5, 5$ and US$ 6',
  '$ x $',
  '$x $',
  '$20,000 and $30,000',
  '$x$5',
  '$$',
  '$$x$$ and',
  'a $$x$$',
  '$a\nb$',
])('%j has no formula', (text) => {
  expect(plainQuizLabel(text)).toBe(text);
  expect(show(parseInlineText(text, quizTokens))).toBe(text.replace('\n', '<br>'));
});

test('an escaped dollar sign is text', () => {
  expect(parseInlineText('\\$x$ \\$', quizTokens)).toEqual(['$x$ $']);
});

test('only quizzes have formulas, and labels with code between lines', () => {
  const text = 'a $x$ \\$ $$';
  expect(parseInlineText(text)).toEqual([text]);
  expect(parseRichText(text)).toEqual([{ tag: 'p', content: [text] }]);
  expect(show(parseInlineText('a\n```\nb\n```'))).toBe('a<br>```<br>b<br>```');
});

test('blocks of a quiz have formulas, in lines of their own with another key', () => {
  const text = 'a $x$\n\n- $y$\n\n$$\\frac12$$\nb\n\n```\n$z$\n```';
  expect(parseRichText(text, quizTokens)).toEqual([
    { tag: 'p', content: ['a ', { tag: 'code', content: ['x'], formula: '$x$' }] },
    { tag: 'ul', content: [{ tag: 'li', content: [{ tag: 'code', content: ['y'], formula: '$y$' }] }] },
    {
      tag: 'p',
      content: [{ tag: 'code', content: ['\\frac12'], formula: '$$\\frac12$$' }, { tag: 'br', content: [] }, 'b'],
    },
    { tag: 'pre', content: [{ tag: 'code', content: ['$z$'] }] },
  ]);
  expect(plainBlocks(parseRichText(text, quizTokens))).toBe('a x\n\n- y\n\n\\frac12\nb\n\n$z$');
  expect(plainQuizLabel('Run\n```\na\n```\n*then* $x$')).toBe('Run\na\n\nthen x');
  expect(plainQuizLabel('```\na\n```\n*then* $x$')).toBe('a\n\nthen x');
});

const seed = 20_260_601;
const pieces = fc.constantFrom(
  ...[
    '*',
    '**',
    '***',
    '_',
    '`',
    '```',
    '[',
    ']',
    '](',
    '](https://a.b)',
    ')',
    '(',
    '\\',
    '{{',
    '}}',
    '\n',
    '\n\n',
    ' ',
    '- ',
    '1. ',
    'a',
    '5',
    '$',
    '$$',
    '\\$',
    'https://',
  ],
);
const markup = fc.array(pieces, { maxLength: 400 }).map((all) => all.join(''));

test('a value with escaped marks is text', () => {
  const lines = markup.map((value) => value.replaceAll('\n', ' '));
  fc.assert(
    fc.property(lines, (value) => {
      const text = `\u2068${value}\u2069`;
      const nodes = parseRichText(`*Dear* ${escapeMarks(text)} *[b](https://b.c)*`);
      expect(show(nodes).replaceAll('\u2060', '')).toBe(
        `<p><em>Dear</em> ${text} <em><a href=https://b.c>b</a></em></p>`,
      );
    }),
    { seed, numRuns: 1_000 },
  );
});

test('a value with escaped marks is text in a quiz, also after a dollar sign', () => {
  const lines = markup.map((value) => value.replaceAll('\n', ' '));
  fc.assert(
    fc.property(lines, (value) => {
      // In braces, a backslash is shown.
      fc.pre(!value.includes('{{'));
      const text = `\u2068${value}\u2069`;
      const nodes = parseRichText(`$x *Dear* ${escapeQuizMarks(text)} $y$`, quizTokens);
      expect(show(nodes).replaceAll('\u2060', '')).toBe(`<p>$x <em>Dear</em> ${text} <math>y</math></p>`);
    }),
    { seed, numRuns: 1_000 },
  );
});

const texts = fc.oneof(markup, fc.string({ unit: 'grapheme', maxLength: 500 }));

/** The characters that are neither marks nor spaces. */
const letters = (text: string) => text.replace(/[\s*_`[\]()\\\-.\d$]/g, '');

test('parsing never fails and keeps the letters of a text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      // The name of the language after a fence is not shown, nor is the URL of a link.
      fc.pre(!/^[\s\d*.)-]*```/m.test(text) && !/\]\(https:\/\/a\.b\)/.test(text));
      expect(letters(plainBlocks(parseRichText(text)))).toBe(letters(text));
      expect(letters(plainBlocks(parseRichText(text, quizTokens)))).toBe(letters(text));
      expect(letters(plainQuizLabel(text))).toBe(letters(text));
    }),
    { seed, numRuns: 1_000 },
  );
});

test('texts without marks stay as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      fc.pre(!/[*_`[\\\r\n]/.test(text));
      expect(plainLabel(text)).toBe(text);
      fc.pre(!text.includes('$'));
      expect(plainQuizLabel(text)).toBe(text);
    }),
    { seed, numRuns: 500 },
  );
});

afterEach(() => vi.restoreAllMocks());

/** Counts the matches and the nodes that are moved while a text is parsed. The expressions alone take linear time for each text. */
function stepsOf(text: string): number {
  let steps = 0;
  const exec = RegExp.prototype.exec;
  const splice = Array.prototype.splice;
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, subject) {
    steps++;
    return exec.call(this, subject);
  });
  vi.spyOn(Array.prototype, 'splice').mockImplementation(function (
    this: unknown[],
    ...args: [number, number?, ...unknown[]]
  ) {
    const removed = splice.apply(this, args as Parameters<typeof splice>);
    steps += removed.length;
    return removed;
  });
  parseRichText(text, quizTokens);
  vi.restoreAllMocks();
  return steps;
}

const longest = 5_000;

test.each([
  '*a ',
  '*a* ',
  '**a *b ',
  '***a',
  '_a*',
  '[',
  '[a',
  '[a](',
  '](',
  '](https://',
  '[a](https://a.b)',
  '[a](https://a(',
  '`',
  '`a',
  '``a`',
  '{{',
  '{{a',
  'https://',
  'https://_',
  '\\*',
  '- a\n',
  '1. a\n',
  '1. ',
  '```\n',
  '\n',
  '*[_`',
  '*a [b **c _d ',
  '[*a](https://b.c)*',
  '$',
  '$a',
  '$$a\n',
  '\\$',
  '$a b',
  'a$',
])('a text of %j is parsed in linear time', (piece) => {
  const text = piece.repeat(longest / piece.length);
  expect(stepsOf(text)).toBeLessThanOrEqual(10 * longest);
});

test('any text is parsed in linear time', () => {
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (all) => {
      const piece = all.join('');
      expect(stepsOf(piece.repeat(longest / piece.length))).toBeLessThanOrEqual(10 * longest);
    }),
    { seed, numRuns: 30 },
  );
});
