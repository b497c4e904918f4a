/** A value of a template. Text is escaped, markup of {@link html} is not, lists are joined, null and false are empty. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | null | undefined | false;

/** A part of a page that scripts update by itself: an element with an ID. */
export interface HtmlBlock {
  readonly id: string;
  /** The name of the element. */
  readonly name: string;
  /** All that the element depends on. With the same values, the element is the same. */
  readonly values: object;
  readonly render: () => Html;
}

/** A block in the place that it has in a text. */
interface PlacedBlock {
  readonly at: number;
  readonly block: HtmlBlock;
}

const noBlocks: readonly PlacedBlock[] = [];

/** Escaped markup. Only {@link html} creates it, so that it never contains unescaped text. */
export class Html {
  /** Makes the type nominal: an object of the same shape is not an Html. */
  declare private readonly made: true;

  private constructor(
    /** The markup without the outermost blocks. */
    private readonly text: string,
    private readonly placed: readonly PlacedBlock[] = noBlocks,
  ) {}

  static build(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    let text = strings[0] ?? '';
    const placed: PlacedBlock[] = [];
    parts.forEach((part, index) => {
      text += Html.render(part, placed, text.length) + (strings[index + 1] ?? '');
    });
    return new Html(text, placed.length === 0 ? noBlocks : placed);
  }

  /** Returns the text of a part that is placed at a position, and adds its blocks. */
  private static render(part: HtmlPart, placed: PlacedBlock[], position: number): string {
    if (part === null || part === undefined || part === false) return '';
    if (part instanceof Html) {
      for (const { at, block } of part.placed) placed.push({ at: position + at, block });
      return part.text;
    }
    if (typeof part === 'string') return escapeText(part);
    if (typeof part === 'number') return String(part);
    // Joining would copy all markup at each level of a page.
    let text = '';
    for (const item of part) text += Html.render(item, placed, position + text.length);
    return text;
  }

  /**
   * Returns an element as a block, which is rendered when its markup is needed.
   *
   * @param name The name of the element.
   * @param id The ID of the element, which its markup contains.
   * @param values All that the element depends on. Scripts do not render it again while they are the same.
   */
  static block<Values extends object>(
    name: string,
    id: string,
    values: Values,
    render: (values: Values) => Html,
  ): Html {
    return new Html('', [{ at: 0, block: { id, name, values, render: () => render(values) } }]);
  }

  /** Returns a value as a block of JSON that scripts can read. Browsers do not run it. */
  static data(value: object): Html {
    return new Html(`<script type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
  }

  get markup(): string {
    return this.fill(({ render }) => render().markup);
  }

  /** Returns the view with empty elements in place of its blocks, and the blocks. Of blocks with the same ID, only the first one counts. */
  divide(): { frame: Html; blocks: readonly HtmlBlock[] } {
    const blocks = new Map<string, HtmlBlock>();
    const frame = this.fill((block) => {
      const { id, name, render } = block;
      if (blocks.has(id)) return render().markup;
      blocks.set(id, block);
      return `<${name} id="${escapeText(id)}" data-block></${name}>`;
    });
    return { frame: new Html(frame), blocks: [...blocks.values()] };
  }

  /** Returns the text with markup for each block. */
  private fill(markupOf: (block: HtmlBlock) => string): string {
    let markup = '';
    let from = 0;
    for (const { at, block } of this.placed) {
      markup += this.text.slice(from, at) + markupOf(block);
      from = at;
    }
    return markup + this.text.slice(from);
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
