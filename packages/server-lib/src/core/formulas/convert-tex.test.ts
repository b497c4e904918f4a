import fc from 'fast-check';
import temml from 'temml';
import { expect, test } from 'vitest';
import type { MathElement } from '../../shared/contract/resources.js';
import { convertTex } from './convert-tex.js';

const convert = (tex: string) => convertTex(temml, tex.startsWith('$') ? tex : `$${tex}$`);

/** Writes a tree as XML without escapes, to compare it. */
function show({ tag, attributes = {}, content }: MathElement): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`);
  return `<${tag}${written.join('')}>${content.map((part) => (typeof part === 'string' ? part : show(part))).join('')}</${tag}>`;
}

const converted = (formula: string) => {
  const tree = convert(formula);
  return typeof tree === 'object' ? show(tree) : tree;
};

test('converts a formula to MathML', () => {
  expect(convert('x^2')).toEqual({
    tag: 'math',
    content: [
      {
        tag: 'msup',
        content: [
          { tag: 'mi', content: ['x'] },
          { tag: 'mn', content: ['2'] },
        ],
      },
    ],
  });
  expect(converted('\\frac{a}{b}')).toBe('<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>');
});

test('a formula in lines of its own is a block', () => {
  expect(converted('$$\\sum_i i$$')).toMatch(/^<math display=block>.*<munder>/);
  expect(converted('\\sum_i i')).toMatch(/^<math>.*<msub>/);
  expect(converted('$$\\begin{align}a&=b\\\\c&=d\\end{align}$$')).toContain('<mtd class=right><mi>a</mi></mtd>');
});

test('a wide formula can be focused, to scroll it', () => {
  expect(convert('x+'.repeat(20))).toMatchObject({ attributes: { tabindex: '0' } });
});

test('has no styles, colors, classes and links', () => {
  expect(converted('\\color{red}{x}')).toBe('<math><mrow><mi>x</mi></mrow></math>');
  expect(converted('\\Huge x')).toBe('<math><mstyle><mi>x</mi></mstyle></math>');
  expect(converted('\\mathcal{L}')).toBe('<math><mi>ℒ</mi></math>');
  expect(converted('<script>')).toMatch(/^<math><mrow><mo><<\/mo><mi>s<\/mi>/);
});

test('draws lines over and under a formula as operators', () => {
  expect(converted('\\overline{x}')).toBe(
    '<math><mover><mrow><mi>x</mi></mrow><mo stretchy=true>‾</mo></mover></math>',
  );
  expect(converted('\\underline{x}')).toBe(
    '<math><munder><mrow><mi>x</mi></mrow><mo stretchy=true>_</mo></munder></math>',
  );
});

test.each([
  '\\frac{1}{',
  '\\unknown',
  'x^2^3',
  '{'.repeat(900),
  '\\def\\a{\\a\\a}\\a',
  '\\gdef\\a{x}\\a',
  '\\newcommand{\\a}{x}\\a',
  '\\let\\a=b\\a',
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://example.com}',
  '\\includegraphics{https://example.com/a.png}',
  '\\class{a}{x}',
  '\\id{a}{x}',
  '\\style{color:red}{x}',
  '\\eqref{a}',
  '\\label{a}\\ref{a}',
  '\\cancel{x}',
  '\\boxed{x}',
  '\\rule{1em}{1em}',
  '\\begin{array}{|c|}x\\end{array}',
])('%s is not converted', (formula) => {
  expect(convert(formula)).toBe('invalid_formula');
  expect(convert(`$$${formula}$$`)).toBe('invalid_formula');
});

test.each(['x'.repeat(10_000), `\\begin{matrix}${'x&'.repeat(490)}\\end{matrix}`])(
  'a formula with too many characters or elements is not converted',
  (formula) => {
    expect(convert(formula)).toBe('formula_too_long');
  },
);

test('lengths are bounded', () => {
  expect(converted('a\\hspace{1000em}b')).toContain('<mspace width=10em>');
  expect(converted('\\raisebox{-9999px}{x}')).not.toMatch(/\d{3}/);
});

const known =
  /^(?:math|mrow|mi|mn|mo|mtext|mspace|mfrac|msqrt|mroot|mstyle|mpadded|mphantom|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|mprescripts|none|mtable|mtr|mtd)$/;
const harmless =
  /^(?:display|displaystyle|scriptlevel|mathvariant|form|fence|separator|stretchy|symmetric|largeop|movablelimits|accent|accentunder|[lr]space|minsize|maxsize|width|height|depth|voffset|linethickness|rowspan|columnspan|class|tabindex)$/;

function checkElement({ tag, attributes = {}, content }: MathElement): number {
  expect(tag).toMatch(known);
  for (const [name, value] of Object.entries(attributes)) {
    expect(name).toMatch(harmless);
    expect(value).toMatch(/^[a-z0-9.+-]*$/);
  }
  return content.reduce((sum, part) => sum + (typeof part === 'string' ? 1 : checkElement(part)), 1);
}

const commands = fc.constantFrom(
  ...['\\frac', '\\sqrt', '\\left(', '\\right)', '\\begin{matrix}', '\\end{matrix}', '\\text', '\\color{red}', '\\hat'],
  ...['{', '}', '^', '_', '&', '\\\\', 'x', '1', '<', '"', '\\href{javascript:a}', '\\overline', '\\kern', '9em', '#1'],
  ...['\\def\\a', '\\a', '\\htmlClass{a}', '\\phantom', '\\raisebox{1em}', '\\tag{1}', '\\mathchoice', '%', '~', "'"],
);

test('any formula converts to a bounded tree of known elements, or to nothing', () => {
  const formulas = fc.oneof(
    fc.array(commands, { maxLength: 60 }).map((all) => all.join('')),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  );
  fc.assert(
    fc.property(formulas, (formula) => {
      const tree = convert(formula);
      if (typeof tree === 'object') expect(checkElement(tree)).toBeLessThanOrEqual(2_000);
    }),
    { seed: 20_261_127, numRuns: 800 },
  );
});

test.each(['x', '\\hat x', '\\sqrt x', '\\tfrac12', '&', "'", '\\binom12'])(
  'a long formula of %s is bounded',
  (part) => {
    const formula = `\\begin{matrix}${part.repeat(950 / part.length)}\\end{matrix}`;
    const tree = convert(formula);
    if (typeof tree === 'object') expect(checkElement(tree)).toBeLessThanOrEqual(2_000);
  },
);
