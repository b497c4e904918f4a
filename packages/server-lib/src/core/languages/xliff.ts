import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import type { FileEntry, TranslationFileContent } from './file-texts.js';

const namespace = 'urn:oasis:names:tc:xliff:document:2.0';

/** Writes a translation as XLIFF 2.1. The ID of a unit is the path of its text. */
export function writeXliff({ from, to, id, texts }: TranslationFileContent): string {
  const units = texts.map(({ path, source, translation, isOutdated }) => {
    const state = translation === '' || isOutdated ? 'initial' : 'translated';
    const target = translation === '' ? '' : `<target>${escapeXml(translation)}</target>`;
    return `    <unit id="${escapeXml(path)}">
      <segment state="${state}"><source>${escapeXml(source)}</source>${target}</segment>
    </unit>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${namespace}" version="2.1" srcLang="${escapeXml(from)}" trgLang="${escapeXml(to)}" xml:space="preserve">
  <file id="${escapeXml(id)}">
${units.join('')}  </file>
</xliff>
`;
}

/** The characters that XML cannot contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into the file.
const unwritable = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replace(unwritable, (character) => `<cp hex="${character.charCodeAt(0).toString(16).padStart(4, '0')}"/>`);
}

/** Reads a translation from XLIFF 2.1. Adds a fault, and returns nothing, if it is not valid. */
export function readXliff(
  content: string,
  { from, to }: { readonly from: string; readonly to: string },
  faults: Faults,
): FileEntry[] {
  try {
    return new XliffReader(content, { from, to }).read();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    faults.add('content', error.fault);
    return [];
  }
}

class XmlFault extends Error {
  constructor(readonly fault: Parameters<Faults['add']>[1]) {
    super(fault.code);
  }
}

/** An element whose end was not read yet. */
interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const firstLine = { line: 1, start: 0 };

/** More than any file needs, so that nesting costs no memory. */
const mostNested = 32;

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The elements around units. Others, such as notes, are skipped. */
const containers = new Set(['xliff', 'file', 'group', 'unit', 'segment', 'ignorable', 'source', 'target']);

/**
 * Reads the part of XML that XLIFF files use, in one pass: elements, attributes, texts, comments and CDATA. There are no document types, so
 * that no entity can be defined, and each character is read once.
 */
class XliffReader {
  readonly #content: string;
  readonly #languages: { readonly from: string; readonly to: string };
  readonly #open: OpenElement[] = [];
  readonly #entries: FileEntry[] = [];
  #at = 0;
  /** The unit that is being read. */
  #unit:
    | {
        readonly id: string;
        readonly line: number;
        readonly column: number;
        source: string;
        target: string;
        isComplete: boolean;
      }
    | undefined;
  #lastLine = firstLine;
  /** The texts of the segment that is being read. */
  #source = '';
  #target: string | undefined;

  constructor(content: string, languages: { readonly from: string; readonly to: string }) {
    this.#content = content.replace(/^\uFEFF/, '');
    this.#languages = languages;
  }

  read(): FileEntry[] {
    this.#skip(/<\?xml\s[^?>]*\?>/y);
    let hasRoot = false;
    while (this.#at < this.#content.length) {
      if (this.#skip(/<!--(?:(?!--)[\s\S])*-->/y)) continue;
      if (this.#content.startsWith('<![CDATA[', this.#at)) this.#readCdata();
      else if (this.#content.startsWith('</', this.#at)) this.#readEnd();
      else if (this.#content[this.#at] === '<') {
        if (this.#open.length === 0 && hasRoot) throw this.#expected('the end of the file');
        this.#readStart();
        hasRoot = true;
      } else this.#readText();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed || !hasRoot) throw this.#expected(unclosed ? `</${unclosed.name}>` : '<xliff>');
    return this.#entries;
  }

  #readStart(): void {
    const start = this.#at;
    const name = this.#take(/<([A-Za-z_][\w.:-]*)/y, 'an element');
    const attributes = new Map<string, string>();
    for (;;) {
      const [, attribute, double, single] =
        this.#match(/\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y) ?? [];
      if (attribute === undefined) break;
      if (attributes.has(attribute)) throw this.#expected('each attribute once');
      attributes.set(attribute, this.#decode(double ?? single ?? ''));
    }
    const end = this.#take(/\s*(\/?>)/y, '>');
    const element = { name, attributes };
    this.#begin(element, start);
    if (end === '/>') this.#end(element);
    else {
      if (this.#open.length === mostNested) throw this.#expected('fewer nested elements');
      this.#open.push(element);
    }
  }

  #readEnd(): void {
    const element = this.#open.pop();
    if (!element) throw this.#expected('the end of the file');
    this.#take(/<\/([A-Za-z_][\w.:-]*)\s*>/y, `</${element.name}>`, element.name);
    this.#end(element);
  }

  #begin({ name, attributes }: OpenElement, start: number): void {
    const parent = this.#open.at(-1)?.name;
    if (parent === undefined) this.#checkRoot(name, attributes, start);
    if (parent === 'source' || parent === 'target') {
      this.#readInline(name, attributes, start);
      return;
    }
    if (name === 'unit') {
      const id = attributes.get('id');
      if (id === undefined) throw this.#expected('the attribute id', start);
      this.#unit = { id, ...this.#place(start), source: '', target: '', isComplete: true };
    }
    if (name === 'segment' || name === 'ignorable') {
      this.#source = '';
      this.#target = undefined;
    }
    if (name === 'target') this.#target = '';
  }

  #checkRoot(name: string, attributes: ReadonlyMap<string, string>, start: number): void {
    const isXliff = name === 'xliff' && attributes.get('xmlns') === namespace;
    if (!isXliff || !attributes.get('version')?.startsWith('2.')) throw this.#expected('XLIFF 2.1', start);
    const { from, to } = this.#languages;
    const isSame = (tag: string | undefined, language: string) => tag?.toLowerCase() === language.toLowerCase();
    if (!isSame(attributes.get('srcLang'), from) || !isSame(attributes.get('trgLang'), to))
      throw new XmlFault(fault('wrong_languages', { ...this.#place(start), from, to }));
  }

  /** Only `cp` is allowed in a text: a character that XML cannot contain. */
  #readInline(name: string, attributes: ReadonlyMap<string, string>, start: number): void {
    const hex = attributes.get('hex') ?? '';
    if (name !== 'cp' || !/^[\dA-Fa-f]{1,6}$/.test(hex) || Number.parseInt(hex, 16) > 0x10ffff)
      throw this.#expected('a text without elements', start);
    this.#append(String.fromCodePoint(Number.parseInt(hex, 16)));
  }

  #end({ name }: OpenElement): void {
    const unit = this.#unit;
    if (!unit) return;
    if (name === 'segment' || name === 'ignorable') {
      unit.source += this.#source;
      unit.target += this.#target ?? (name === 'ignorable' ? this.#source : '');
      unit.isComplete &&= name === 'ignorable' || this.#target !== undefined;
    }
    if (name !== 'unit') return;
    const { id, line, column, source, target, isComplete } = unit;
    this.#entries.push({ path: id, source, translation: isComplete ? target : '', line, column });
    this.#unit = undefined;
  }

  #readText(): void {
    const start = this.#at;
    const [text = ''] = this.#match(/[^<]+/y) ?? [];
    if (this.#open.length === 0 && text.trim() !== '') throw this.#expected('<xliff>', start);
    this.#append(this.#decode(text, start));
  }

  #readCdata(): void {
    const end = this.#content.indexOf(']]>', this.#at);
    if (end === -1 || this.#open.length === 0) throw this.#expected(']]>');
    this.#append(this.#content.slice(this.#at + '<![CDATA['.length, end));
    this.#at = end + ']]>'.length;
  }

  #append(text: string): void {
    const inner = this.#open.findLast(({ name }) => containers.has(name))?.name;
    if (inner === 'source') this.#source += text;
    if (inner === 'target') this.#target = (this.#target ?? '') + text;
  }

  /** @param start The position of the text in the file. */
  #decode(text: string, start = this.#at): string {
    return text.replace(/\r\n?|&([^;&\s]{1,12});|&/g, (found, name: string | undefined, offset: number) => {
      if (found.startsWith('\r')) return '\n';
      const character = name === undefined ? undefined : (entities.get(name) ?? characterOf(name));
      if (character === undefined) throw this.#expected('a character reference such as &amp; or &#10;', start + offset);
      return character;
    });
  }

  #skip(pattern: RegExp): boolean {
    return this.#match(pattern) !== null;
  }

  /** @param wanted The text that must be found, if there is only one. */
  #take(pattern: RegExp, expected: string, wanted?: string): string {
    const start = this.#at;
    const [, found] = this.#match(pattern) ?? [];
    if (found === undefined || (wanted !== undefined && found !== wanted)) throw this.#expected(expected, start);
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#content);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #expected(expected: string, at = this.#at): XmlFault {
    return new XmlFault(fault('invalid_xml', { ...this.#place(at), expected }));
  }

  /** Counts on from the last place, so that each line is counted once. */
  #place(at: number): { line: number; column: number } {
    let { line, start } = at < this.#lastLine.start ? firstLine : this.#lastLine;
    for (let end = this.#content.indexOf('\n', start); end !== -1 && end < at; ) {
      line++;
      start = end + 1;
      end = this.#content.indexOf('\n', start);
    }
    this.#lastLine = { line, start };
    return { line, column: at - start + 1 };
  }
}

/** Returns the character of a reference by its number. */
function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\dA-Fa-f]{1,6})|(\d{1,7}))$/.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
