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
export type RichTag = BlockTag | 'li' | 'em' | 'strong' | 'code' | 'a' | 'br';

export interface RichElement {
  readonly tag: RichTag;
  readonly content: RichText;
  /** The URL of a link: http, https, mailto or tel. */
  readonly url?: string | undefined;
  /** The first number of a numbered list. */
  readonly start?: number;
  /** Set for code that is a formula in TeX: the formula as it is written, with its dollar signs. */
  readonly formula?: string | undefined;
}

/** Replaces placeholders in a text. It gets texts after parsing, so that their values never become marks. */
export type Fill = (text: string) => string;

/** Most texts have no marks. */
const marks = /[\\*_`[\n$]/;

/**
 * The tokens of a text, each found in linear time: an escaped mark, code, marks, the end of a link with its URL, and what is never
 * taken apart, placeholders and URLs. The user name of a URL such as `https://example.com@other.example` hides where it leads.
 */
export const textTokens =
  /\\[*_`]|`([^`\n]+)`(?!`)|`+|\*+|_+|\[|\]\(((?:https?:\/\/(?![^\s/?#]*@)|mailto:|tel:)(?:[^\s()<>]|\([^\s()<>]*\))+)\)|\]|\n|\{\{[^{}\n]{1,200}\}\}|https?:\/\/[^\s\\*`[\]<>]*[^\s\\*`[\]<>_.,;:!?)]/gi;

/** A letter or a digit next to which a mark is text, as in `5*3`. Some scripts write no spaces between words. */
export const wordCharacter = /(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}])[\p{L}\p{N}]/u;

/** The marks that a token is made of. Other numbers of asterisks and underscores are text, such as the blank in "the ___". */
const marksByToken: Readonly<Record<string, readonly string[]>> = {
  '*': ['*'],
  _: ['_'],
  '**': ['**'],
  '***': ['**', '*'],
};

/** A mark without its end so far. It is text until the end is found. */
interface OpenMark {
  /** There is at most one open mark of each name, so that each end is found at once. */
  readonly name: string;
  /** Its index in the nodes. */
  readonly at: number;
}

/**
 * Parses a label: marks and line breaks, but no lists.
 *
 * @param tokens The tokens of the label. A label of a quiz can have formulas, and code between lines.
 */
export function parseInlineText(text: string, tokens = textTokens): RichText {
  if (!marks.test(text)) return text ? [text] : [];
  const nodes: RichNode[] = [];
  let open: OpenMark[] = [];
  let end = 0;

  function start(name: string): void {
    open = open.filter((other) => other.name !== name);
    open.push({ name, at: nodes.length });
    nodes.push(name);
  }

  /** Moves the nodes after an open mark into an element. Marks between them are text. */
  function close({ name, at }: OpenMark, url?: string): void {
    const content = joinTexts(nodes.splice(at).slice(1));
    open = open.filter((other) => other.at < at);
    nodes.push({ tag: url ? 'a' : name.length > 1 ? 'strong' : 'em', content, url });
  }

  const lastOpen = (names: readonly string[]) => open.filter(({ name }) => names.includes(name)).at(-1);

  function readMark(mark: string, names: readonly string[], before: string, after: string): void {
    if (/\S/.test(before) && !wordCharacter.test(after) && names.every((name) => lastOpen([name]))) {
      for (let left = names.length; left > 0; left--) {
        const last = lastOpen(names);
        // The end of the outer mark may have made the inner one text.
        if (last) close(last);
      }
    } else if (/\S/.test(after) && !wordCharacter.test(before)) {
      for (const name of names) start(name);
    } else nodes.push(mark);
  }

  for (const match of text.matchAll(tokens)) {
    const [token, ...groups] = match;
    const [url, codeText, formula, block] = groups.reverse();
    const code = codeText ?? formula?.replace(/^\$+|\$+$/g, '');
    if (match.index > end) nodes.push(text.slice(end, match.index));
    end = match.index + token.length;
    const names = marksByToken[token];
    const opening = lastOpen(['[']);
    if (token === '\n') nodes.push({ tag: 'br', content: [] });
    else if (code) nodes.push({ tag: 'code', content: [code], formula });
    else if (block !== undefined) nodes.push(codeBlock(block));
    else if (names) readMark(token, names, text.charAt(match.index - 1), text.charAt(end));
    else if (token === '[') start(token);
    else if (url && opening && opening.at < nodes.length - 1) close(opening, url);
    else {
      if (token.startsWith(']')) open = open.filter((other) => other !== opening);
      nodes.push(token.startsWith('\\') ? token.slice(1) : token);
    }
  }
  nodes.push(text.slice(end));
  return joinTexts(nodes);
}

const codeBlock = (code: string): RichElement => ({ tag: 'pre', content: [{ tag: 'code', content: [code] }] });

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
 * @param tokens The tokens of the text. A text of a quiz can have formulas.
 */
export function parseRichText(text: string, tokens = textTokens): RichText {
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

  return blocks.map(({ tag, start, items }): RichElement => {
    const [first = []] = items;
    const parse = (item: readonly string[]) => parseInlineText(item.join('\n'), tokens);
    if (tag === 'p') return { tag, content: parse(first) };
    if (tag === 'pre') return codeBlock(first.slice(1).join('\n'));
    const content = items.map((item): RichElement => ({ tag: 'li', content: parse(item) }));
    return start === 1 ? { tag, content } : { tag, content, start };
  });
}

interface PlainOptions {
  readonly fill?: Fill | undefined;
  /** Returns the text of a link. Default: its text without its URL. */
  readonly linkText?: (text: string, url: string) => string;
}

/** Returns a label without its marks, for attributes, titles, charts and files. */
export function plainText(nodes: RichText, options: PlainOptions = {}): string {
  return nodes.map((node) => plainNode(node, options)).join('');
}

function plainNode(node: RichNode, options: PlainOptions): string {
  if (typeof node === 'string') return options.fill?.(node) ?? node;
  const { tag, content, url } = node;
  if (tag === 'br') return '\n';
  const text = plainText(content, options);
  return url && options.linkText ? options.linkText(text, url) : text;
}

/** Returns a text of paragraphs and lists without its marks. */
export function plainBlocks(blocks: RichText, options?: PlainOptions): string {
  return blocks.map((block) => plainBlock(block, options)).join('\n\n');
}

function plainBlock(block: RichNode, options?: PlainOptions): string {
  if (typeof block === 'string' || !/^[ou]l$/.test(block.tag)) return plainText([block], options);
  const { tag, content, start = 1 } = block;
  return content.map((item, at) => (tag === 'ul' ? '- ' : `${start + at}. `) + plainText([item], options)).join('\n');
}

/** Returns a label without its marks. */
export const plainLabel = (label: string, fill?: Fill): string => plainText(parseInlineText(label), { fill });

/** The tokens of a text that are text in a value: all marks, but not what is never taken apart. */
const marksOfValue = /\{\{[^{}\n]{1,200}\}\}|https?:\/\/[^\s\\*`[\]<>]*[^\s\\*`[\]<>_.,;:!?)]|[*_`]|\](?=\()/gi;

/**
 * Returns the value of a placeholder for a text that is parsed later: it is shown as it is. Brackets cannot be escaped, but a word
 * joiner between the text and the URL of a link makes both text.
 */
export const escapeMarks = (value: string): string => value.replace(marksOfValue, escapeMark);

/** Escapes a mark of a value. */
export const escapeMark = (mark: string) => (mark === ']' ? ']\u2060' : mark.length === 1 ? `\\${mark}` : mark);

/** Returns a text without its marks and with the URLs of its links, for emails. */
export const textWithUrls = (text: string, tokens = textTokens): string =>
  plainBlocks(parseRichText(text, tokens), { linkText: withUrl });

function withUrl(text: string, url: string): string {
  const address = url.replace(/^(mailto|tel):/i, '');
  return address === text ? text : `${text} (${address})`;
}
