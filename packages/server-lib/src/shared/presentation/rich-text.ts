/**
 * A text of an author with marks, parsed from a closed subset of Markdown: paragraphs, line breaks, emphasis, strong text, code,
 * links, and lists of one level. Everything else stays text, HTML included. Texts of quizzes can also have formulas in TeX, and their
 * labels code between lines.
 */
export type RichText = readonly RichNode[];

/** A text or an element. */
export type RichNode = string | RichElement;

/** The elements of a text, by the names of their HTML elements. */
type BlockTag = 'p' | 'ul' | 'ol' | 'pre';
export type RichTag = BlockTag | 'li' | 'em' | 'strong' | 'code' | 'a' | 'br' | 'math';

export interface RichElement {
  readonly tag: RichTag;
  readonly content: RichText;
  /** The URL of a link: http, https, mailto or tel. */
  readonly url?: string;
  /** The first number of a numbered list. */
  readonly start?: number;
  /** The key of a formula, by which its MathML is found. Its content is its TeX. */
  readonly formula?: string;
}

/** Replaces placeholders in a text. It gets texts after parsing, so that their values never become marks. */
export type Fill = (text: string) => string;

/** Most texts have no marks. */
const marks = /[\\*_`[\n$]/;

/**
 * The tokens of a text, each found in linear time: an escaped mark, code, marks, the end of a link with its URL, and what is never
 * taken apart, placeholders and URLs. The user name of a URL such as `https://example.com@other.example` hides where it leads.
 */
const tokens =
  /\\[*_`]|`(?<code>[^`\n]+)`(?!`)|`+|\*+|_+|\[|\]\((?<url>(?:https?:\/\/(?![^\s/?#]*@)|mailto:|tel:)(?:[^\s()<>]|\([^\s()<>]*\))+)\)|\]|\n|\{\{[^{}\n]{1,200}\}\}|https?:\/\/[^\s\\*`[\]<>]*[^\s\\*`[\]<>_.,;:!?)]/gi;

/**
 * The tokens of a text of a quiz: also formulas, in the lines between `$$` or between `$` in a line, and escaped dollar signs. A scan for
 * the end of a formula ends at the next dollar sign, so that it takes linear time.
 */
const quizTokens = new RegExp(
  String.raw`^[ \t]*\$\$(?<display>(?:[^$\\]|\\\$|\\(?!\$))+)\$\$[ \t]*(?:\n|$)|\$(?<tex>(?:[^$\\\n]|\\\$|\\(?!\$))+)\$(?![\d$])|\\\$|${tokens.source}`,
  'gim',
);

/** The lines that begin and end code in the label of a quiz. */
const fences = /^```.*(?:\r?\n)?/m;

/** The elements of the marks. Other numbers of asterisks and underscores are text, such as the blank in "the ___". */
const tagsByMark: Readonly<Record<string, readonly ('em' | 'strong')[]>> = {
  '*': ['em'],
  _: ['em'],
  '**': ['strong'],
  '***': ['strong', 'em'],
};

/** A letter or a digit next to which a mark is text, as in `5*3`. Some scripts write no spaces between words. */
const wordCharacter = /(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}])[\p{L}\p{N}]/u;

/** A mark without its end so far. It is text until the end is found. */
interface OpenMark {
  /** The character of the mark and its element. There is at most one open mark of each, so that each end is found at once. */
  readonly name: string;
  /** Its index in the nodes. */
  readonly at: number;
}

/**
 * Parses a label: marks and line breaks, but no lists.
 *
 * @param isQuiz Whether the label is of a quiz, and so can have formulas, and code between lines.
 */
export function parseInlineText(text: string, isQuiz = false): RichText {
  const [label = '', ...rest] = isQuiz ? text.split(fences) : [text];
  if (rest.length === 0) return parseParagraph(label, isQuiz);
  return [label, ...rest].flatMap((part, at) =>
    at % 2 === 0 ? parseParagraph(part.trim(), isQuiz) : codeBlock(part.replace(/\r?\n$/, '')),
  );
}

const codeBlock = (code: string): RichElement => ({ tag: 'pre', content: [{ tag: 'code', content: [code] }] });

function parseParagraph(text: string, isQuiz: boolean): RichText {
  if (!marks.test(text)) return text ? [text] : [];
  const nodes: RichNode[] = [];
  let open: OpenMark[] = [];
  let end = 0;

  function start(name: string, mark: string): void {
    open = open.filter((other) => other.name !== name);
    open.push({ name, at: nodes.length });
    nodes.push(mark);
  }

  /** Moves the nodes after an open mark into an element. Marks between them are text. */
  function close({ at }: OpenMark, tag: RichTag, url?: string): void {
    const content = joinTexts(nodes.splice(at).slice(1));
    open = open.filter((other) => other.at < at);
    nodes.push(url === undefined ? { tag, content } : { tag, content, url });
  }

  const lastOpen = (names: readonly string[]) => open.filter(({ name }) => names.includes(name)).at(-1);

  function readMark(mark: string, tags: readonly ('em' | 'strong')[], before: string, after: string): void {
    const [character = ''] = mark;
    const names = tags.map((tag) => character + tag);
    if (/\S/.test(before) && !wordCharacter.test(after) && names.every((name) => lastOpen([name]))) {
      for (let left = [...names]; left.length > 0; ) {
        const last = lastOpen(left);
        // The end of the outer mark may have made the inner one text.
        if (!last) break;
        left = left.filter((name) => name !== last.name);
        close(last, last.name.endsWith('em') ? 'em' : 'strong');
      }
    } else if (/\S/.test(after) && !wordCharacter.test(before)) {
      names.forEach((name, index) => {
        start(name, character.repeat(tags[index] === 'em' ? 1 : 2));
      });
    } else nodes.push(mark);
  }

  const pattern = new RegExp(isQuiz ? quizTokens : tokens);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [token] = match;
    const { code, url, display, tex } = match.groups ?? {};
    if (tex !== undefined && !isFormula(tex, text.charAt(match.index - 1))) {
      // The dollar sign is text. What follows it can have other marks.
      pattern.lastIndex = match.index + 1;
      continue;
    }
    if (match.index > end) nodes.push(text.slice(end, match.index));
    end = match.index + token.length;
    const tags = tagsByMark[token];
    const opening = lastOpen(['[']);
    if (token === '\n') nodes.push({ tag: 'br', content: [] });
    else if (code !== undefined) nodes.push({ tag: 'code', content: [code] });
    else if (tex !== undefined) nodes.push({ tag: 'math', content: [tex], formula: tex });
    else if (display !== undefined) nodes.push({ tag: 'math', content: [display], formula: `$$${display}$$` });
    else if (tags) readMark(token, tags, text.charAt(match.index - 1), text.charAt(end));
    else if (token === '[') start('[', token);
    else if (url !== undefined && opening && opening.at < nodes.length - 1) close(opening, 'a', url);
    else {
      if (token.startsWith(']')) open = open.filter((other) => other !== opening);
      nodes.push(token.startsWith('\\') ? token.slice(1) : token);
    }
  }
  nodes.push(text.slice(end));
  return joinTexts(nodes);
}

/** Returns whether a text between dollar signs is a formula, by the rule of pandoc: `$5 or $10`, `US$5` and `$$` are text. */
function isFormula(tex: string, before: string): boolean {
  return tex.trim() === tex && before !== '$' && !wordCharacter.test(before);
}

/** Joins texts next to each other. */
function joinTexts(nodes: readonly RichNode[]): RichText {
  const joined: RichNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (typeof node === 'string' && typeof last === 'string') joined.splice(-1, 1, last + node);
    else if (node !== '') joined.push(node);
  }
  return joined;
}

/** The start of an item of a list. */
const itemMark = /^[ \t]*(?:[-*]|(\d{1,9})[.)])[ \t]+(?=\S)/;
const fence = /^```/;

/** A block while its lines are read. */
interface OpenBlock {
  readonly tag: BlockTag;
  readonly start: number;
  /** The lines of each item of a list. Other blocks have one item. */
  readonly items: string[][];
}

/**
 * Parses a text into paragraphs and lists.
 *
 * @param isQuiz Whether the text is of a quiz, and so can have formulas.
 */
export function parseRichText(text: string, isQuiz = false): RichText {
  const blocks: OpenBlock[] = [];
  /** The lines that the next line continues. */
  let lines: string[] | undefined;

  function begin(tag: BlockTag, line: string, start = 1): void {
    lines = [line];
    blocks.push({ tag, start, items: [lines] });
  }

  for (const line of text.split(/\r?\n/)) {
    const last = blocks.at(-1);
    const [mark, number] = itemMark.exec(line) ?? [];
    if (lines && last?.tag === 'pre') {
      if (fence.test(line)) lines = undefined;
      else lines.push(line);
    } else if (fence.test(line)) {
      begin('pre', '');
    } else if (!line.trim()) {
      lines = undefined;
    } else if (mark !== undefined && !(lines && last?.tag === 'p' && number !== undefined && number !== '1')) {
      const tag = number === undefined ? 'ul' : 'ol';
      const item = line.slice(mark.length);
      // A number that is not the next one starts another list, so that visitors see the numbers that the author wrote.
      if (last?.tag === tag && (tag === 'ul' || Number(number) === last.start + last.items.length)) {
        lines = [item];
        last.items.push(lines);
      } else begin(tag, item, Number(number ?? 1));
    } else if (lines && (last?.tag === 'p' || /^(\t| {2})/.test(line))) {
      lines.push(line);
    } else begin('p', line);
  }
  return blocks.map((block) => toElement(block, isQuiz));
}

function toElement({ tag, start, items }: OpenBlock, isQuiz: boolean): RichElement {
  const [lines = []] = items;
  const parse = (item: readonly string[]) => parseParagraph(item.join('\n'), isQuiz);
  if (tag === 'p') return { tag, content: parse(lines) };
  if (tag === 'pre') return codeBlock(lines.slice(1).join('\n'));
  const content = items.map((item): RichElement => ({ tag: 'li', content: parse(item) }));
  return start === 1 ? { tag, content } : { tag, content, start };
}

interface PlainOptions {
  readonly fill?: Fill | undefined;
  /** Whether the URLs of links follow their texts, as in emails. */
  readonly hasUrls?: boolean;
}

/** Returns a text without its marks, for attributes, titles, charts and files. */
export function plainText(nodes: RichText, options: PlainOptions = {}): string {
  const parts = nodes.map((node, at) => lineBreaks(nodes[at - 1], node) + plainNode(node, options));
  return parts.join('');
}

/** Returns the line breaks between two nodes. */
function lineBreaks(before: RichNode | undefined, after: RichNode): string {
  if (before === undefined) return '';
  if (isBlock(before) || isBlock(after)) return '\n\n';
  return isDisplayed(before) ? '\n' : '';
}

const isBlock = (node: RichNode) => typeof node === 'object' && ['p', 'ul', 'ol', 'pre'].includes(node.tag);

/** Returns whether a node is a formula in lines of its own. */
const isDisplayed = (node: RichNode) => typeof node === 'object' && node.formula?.startsWith('$$') === true;

function plainNode(node: RichNode, options: PlainOptions): string {
  if (typeof node === 'string') return options.fill?.(node) ?? node;
  const { tag, content, url, start = 1 } = node;
  if (tag === 'br') return '\n';
  if (tag === 'ul' || tag === 'ol') {
    const items = content.map((item, at) => (tag === 'ul' ? '- ' : `${start + at}. `) + plainNode(item, options));
    return items.join('\n');
  }
  const text = plainText(content, tag === 'math' ? {} : options);
  const address = url?.replace(/^(mailto|tel):/i, '');
  return options.hasUrls && address !== undefined && address !== text ? `${text} (${address})` : text;
}

/** Returns a label without its marks. */
export const plainLabel = (label: string, fill?: Fill): string => plainText(parseInlineText(label), { fill });

/** Returns a label of a quiz without its marks. Formulas are shown as TeX. */
export const plainQuizLabel = (label: string): string => plainText(parseInlineText(label, true));

/** The tokens of a text that are text in a value: all marks, but not what is never taken apart. */
const marksOfValue = /\{\{[^{}\n]{1,200}\}\}|https?:\/\/[^\s\\*`[\]<>]*[^\s\\*`[\]<>_.,;:!?)]|[*_`]|\](?=\()/gi;

/** The same for a text of a quiz. A formula before the value could end at any dollar sign of it. */
const marksOfQuizValue = /\{\{[^{}\n$]{1,200}\}\}|https?:\/\/[^\s\\*`[\]<>$]*[^\s\\*`[\]<>_.,;:!?)$]|[*_`$]|\](?=\()/gi;

/**
 * Returns the value of a placeholder for a text that is parsed later: it is shown as it is. Brackets cannot be escaped, but a word
 * joiner between the text and the URL of a link makes both text.
 */
export const escapeMarks = (value: string): string => value.replace(marksOfValue, escapeMark);

/** Returns the value of a placeholder for a text of a quiz, as {@link escapeMarks} does. */
export const escapeQuizMarks = (value: string): string => value.replace(marksOfQuizValue, escapeMark);

const escapeMark = (mark: string) => (mark === ']' ? ']\u2060' : mark.length === 1 ? `\\${mark}` : mark);

/** Returns a text without its marks and with the URLs of its links, for emails. */
export const textWithUrls = (text: string, isQuiz = false): string =>
  plainText(parseRichText(text, isQuiz), { hasUrls: true });
