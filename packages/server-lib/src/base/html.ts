/** A value of a template. Text is escaped, markup of {@link html} is not, lists are joined, null and false are empty. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | null | undefined | false;

/** A part of a page that scripts update by itself: an element with an ID. */
export interface HtmlBlock {
  readonly id: string;
  readonly view: Html;
}

const noBlocks: readonly HtmlBlock[] = [];

/** Escaped markup. Only {@link html} creates it, so that it never contains unescaped text. */
export class Html {
  /** Makes the type nominal: an object of the same shape is not an Html. */
  declare private readonly made: true;

  private constructor(
    readonly markup: string,
    /** The outermost blocks in the markup, in their order. */
    readonly blocks: readonly HtmlBlock[] = noBlocks,
  ) {}

  static build(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    let markup = strings[0] ?? '';
    const blocks: HtmlBlock[] = [];
    parts.forEach((part, index) => {
      markup += render(part, blocks) + (strings[index + 1] ?? '');
    });
    return new Html(markup, blocks.length === 0 ? noBlocks : blocks);
  }

  /**
   * Returns an element as a block.
   *
   * @param id The ID of the element, which its markup contains.
   */
  static block(id: string, view: Html): Html {
    return new Html(view.markup, [{ id, view }]);
  }

  /** Returns a value as a block of JSON that scripts can read. Browsers do not run it. */
  static data(value: object): Html {
    return new Html(`<script type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
  }

  /** Returns the view with empty elements in place of its blocks, and the blocks. Of blocks with the same ID, only the first one counts. */
  divide(): { frame: Html; blocks: readonly HtmlBlock[] } {
    if (this.blocks.length === 0) return { frame: this, blocks: noBlocks };
    const blocks = new Map<string, Html>();
    let frame = '';
    let from = 0;
    for (const { id, view } of this.blocks) {
      if (blocks.has(id)) continue;
      blocks.set(id, view);
      const at = this.markup.indexOf(view.markup, from);
      const [, name] = /^<([a-z]+)/.exec(view.markup) ?? [];
      frame += `${this.markup.slice(from, at)}<${name} id="${escapeText(id)}" data-block></${name}>`;
      from = at + view.markup.length;
    }
    frame += this.markup.slice(from);
    return { frame: new Html(frame), blocks: [...blocks].map(([id, view]) => ({ id, view })) };
  }

  /** Returns the markup with a language at each element that has one of the texts as its only content. */
  withLanguage(texts: Iterable<string>, lang: string): Html {
    const escaped = new Set([...texts].map(escapeText));
    if (escaped.size === 0) return this;
    const marked = this.markup.replace(elementWithText, (element, name: string, attributes: string, text: string) =>
      escaped.has(text) && !/\slang=/.test(attributes)
        ? `<${name}${attributes} lang="${escapeText(lang)}">${text}</${name}>`
        : element,
    );
    return new Html(marked);
  }

  /** Returns the same markup as a flat string, without blocks. V8 keeps all parts of a concatenated string in memory. */
  flat(): Html {
    return new Html(new TextDecoder().decode(new TextEncoder().encode(this.markup)));
  }
}

/**
 * A template that escapes its values, for text and for attributes in double quotes.
 *
 * @example
 * html`<a href="${link}">${name}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return Html.build(strings, parts);
}

function render(part: HtmlPart, blocks: HtmlBlock[]): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) {
    for (const block of part.blocks) blocks.push(block);
    return part.markup;
  }
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  // Joining would copy all markup at each level of a page.
  let markup = '';
  for (const item of part) markup += render(item, blocks);
  return markup;
}

/** An element with only a text. Values of attributes contain no angle brackets. */
const elementWithText = /<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>([^<>]+)<\/\1>/g;

const special = /[&<>"']/;

function escapeText(text: string): string {
  // Most texts need no escaping, and testing is faster than replacing.
  if (!special.test(text)) return text;
  // Faster than one expression with a function, which a page with a whole definition calls for each quote.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
