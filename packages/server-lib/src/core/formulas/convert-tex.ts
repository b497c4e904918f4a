import type { MathElement } from '../../shared/contract/resources.js';
import type { Temml } from './load-temml.js';

/** The maximum length of a formula that is converted, and of the list of its elements. Formulas of textbooks are a tenth as long. */
const longestFormula = 1_000;
const mostElements = 2_000;

/** Commands that define macros, with which a short formula could become a very long one. */
const definitions =
  /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long|DeclareMathOperator|definecolor)(?![a-z])/i;

/** The characters around the values of placeholders. */
const isolates = /[\u2066-\u2069]/g;

/** The elements of MathML Core that a formula can have. */
const elements = new Set([
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle', 'mpadded', 'mphantom'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'none'],
  ...['mtable', 'mtr', 'mtd'],
]);

const boolean = /^(?:true|false)$/;
/** Lengths relative to the text, or small ones. */
const length = /^-?\d{0,2}(?:\.\d{1,6})?(?:em|ex|pt|px)?$/;
const integer = /^[+-]?\d$/;

/** The attributes of MathML Core that a formula can have, with their values. Others are left out, such as colors and styles. */
const attributes: Readonly<Record<string, RegExp>> = {
  display: /^block$/,
  displaystyle: boolean,
  scriptlevel: integer,
  mathvariant: /^normal$/,
  form: /^(?:prefix|infix|postfix)$/,
  fence: boolean,
  separator: boolean,
  stretchy: boolean,
  symmetric: boolean,
  largeop: boolean,
  movablelimits: boolean,
  accent: boolean,
  accentunder: boolean,
  lspace: length,
  rspace: length,
  minsize: length,
  maxsize: length,
  width: length,
  height: length,
  depth: length,
  voffset: length,
  linethickness: length,
  rowspan: integer,
  columnspan: integer,
};

/** The lines over and under a formula, which MathML Core has as operators. */
const lines: Readonly<Record<string, { readonly tag: string; readonly line: string }>> = {
  top: { tag: 'mover', line: '‾' },
  bottom: { tag: 'munder', line: '_' },
};

/** The alignments of the cells of a table, by the classes of temml. */
const alignments: Readonly<Record<string, string>> = { 'tml-left': 'left', 'tml-right': 'right' };

/** A node of the tree of temml. */
interface TemmlNode {
  readonly type?: string;
  readonly text?: string;
  readonly href?: string;
  readonly src?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: readonly TemmlNode[];
}

/** Why a formula is shown as TeX. */
export type TexFault = 'invalid_formula' | 'formula_too_long';

/** Thrown for a formula that needs styles, links or images, or has too many elements. */
class NotShownError extends Error {
  constructor(readonly code: TexFault) {
    super(code);
  }
}

/**
 * Converts the TeX of a formula to MathML: only elements and attributes of MathML Core, without styles, colors, links and scripts.
 *
 * @param formula The TeX with its dollar signs: between `$$` if the formula is in lines of its own.
 * @returns `invalid_formula` also if MathML Core cannot show the formula.
 */
export function convertTex(temml: Temml, formula: string): MathElement | TexFault {
  if (formula.length > longestFormula) return 'formula_too_long';
  if (definitions.test(formula)) return 'invalid_formula';
  const displayMode = formula.startsWith('$$');
  const tex = formula.replace(/^\$+|\$+$/g, '').replace(isolates, '');
  try {
    const options = { displayMode, throwOnError: true, trust: false, strict: false, maxExpand: longestFormula };
    const tree: TemmlNode = temml.__renderToMathMLTree(tex, { ...options, maxSize: [10, 100] });
    if (tree.type !== 'math') return 'invalid_formula';
    let rest = mostElements;
    const [math] = toElements(tree, () => {
      if (rest-- === 0) throw new NotShownError('formula_too_long');
    });
    return typeof math === 'object' ? withFocus(math) : 'invalid_formula';
  } catch (error) {
    // The library throws errors of any class for invalid TeX.
    return error instanceof NotShownError ? error.code : 'invalid_formula';
  }
}

/** The number of characters from which a formula may have to be scrolled on a phone. */
const wide = 24;

/** Makes a wide formula focusable, so that it can be scrolled by keyboard. */
function withFocus(math: MathElement): MathElement {
  return textOf(math).length > wide ? { ...math, attributes: { ...math.attributes, tabindex: '0' } } : math;
}

const textOf = ({ content }: MathElement): string =>
  content.map((part) => (typeof part === 'string' ? part : textOf(part))).join('');

/** Returns a node as it is sent to visitors: an element, a text, or the content of a node that is not an element. */
function toElements(node: TemmlNode, count: () => void): (string | MathElement)[] {
  count();
  const { type, text, children = [], classes = [], style = {} } = node;
  if (text !== undefined) return text === '' ? [] : [text];
  if ('href' in node || 'src' in node) throw new NotShownError('invalid_formula');
  const content = children.flatMap((child) => toElements(child, count));
  if (type === undefined) return content;
  const { notation, mathbackground } = node.attributes ?? {};
  if (type === 'menclose') return [toLine(notation, content)];
  // A box or the line of a table needs a style, and a rule a color.
  const hasBorder = Object.keys(style).some((name) => name.startsWith('border'));
  if (!elements.has(type) || hasBorder || (type === 'mspace' && mathbackground !== undefined))
    throw new NotShownError('invalid_formula');
  const kept = Object.entries(node.attributes ?? {}).flatMap(([name, value]) =>
    Object.hasOwn(attributes, name) && attributes[name]?.test(String(value)) ? [[name, String(value)] as const] : [],
  );
  const alignment = type === 'mtd' ? classes.map((name) => alignments[name]).find(Boolean) : undefined;
  const all = alignment === undefined ? kept : [...kept, ['class', alignment] as const];
  return [all.length > 0 ? { tag: type, attributes: Object.fromEntries(all), content } : { tag: type, content }];
}

function toLine(notation: unknown, content: MathElement['content']): MathElement {
  const found = typeof notation === 'string' && Object.hasOwn(lines, notation) ? lines[notation] : undefined;
  if (!found) throw new NotShownError('invalid_formula');
  const line = { tag: 'mo', attributes: { stretchy: 'true' }, content: [found.line] };
  return { tag: found.tag, content: [{ tag: 'mrow', content }, line] };
}
