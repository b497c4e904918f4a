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

/** A part that is rendered when its markup is needed, in the place that it has in a text. */
interface LazyPart {
  readonly at: number;
  readonly part: HtmlBlock | { readonly id?: never; readonly render: () => Html };
}

const noParts: readonly LazyPart[] = [];

/** Escaped markup. Only {@link html} creates it, so that it never contains unescaped text. */
export class Html {
  /** Makes the type nominal: an object of the same shape is not an Html. */
  declare private readonly made: true;

  private constructor(
    /** The markup without the outermost lazy parts. */
    private readonly text: string,
    private readonly lazyParts: readonly LazyPart[] = noParts,
  ) {}

  static build(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    let text = strings[0] ?? '';
    const lazyParts: LazyPart[] = [];
    parts.forEach((part, index) => {
      text += Html.render(part, lazyParts, text.length) + (strings[index + 1] ?? '');
    });
    return new Html(text, lazyParts.length === 0 ? noParts : lazyParts);
  }

  /** Returns the text of a part that is placed at a position, and adds its lazy parts. */
  private static render(part: HtmlPart, lazyParts: LazyPart[], position: number): string {
    if (part === null || part === undefined || part === false) return '';
    if (part instanceof Html) {
      for (const inner of part.lazyParts) lazyParts.push({ at: position + inner.at, part: inner.part });
      return part.text;
    }
    if (typeof part === 'string') return escapeText(part);
    if (typeof part === 'number') return String(part);
    // Joining would copy all markup at each level of a page.
    let text = '';
    for (const item of part) text += Html.render(item, lazyParts, position + text.length);
    return text;
  }

  /** Returns a part of a page that is rendered when its markup is needed. A page renders its lazy parts in several turns of the event loop. */
  static lazy(render: () => Html): Html {
    return new Html('', [{ at: 0, part: { render } }]);
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
    return new Html('', [{ at: 0, part: { id, name, values, render: () => render(values) } }]);
  }

  /** Returns a value as a block of JSON that scripts can read. Browsers do not run it. */
  static data(value: object): Html {
    const render = () =>
      new Html(`<script type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
    return Html.lazy(render);
  }

  get markup(): string {
    return this.fill(({ render }) => render().markup);
  }

  /** The number of characters that are rendered already. */
  get renderedLength(): number {
    return this.text.length;
  }

  /** Yields the markup in pieces. Each lazy part is rendered when its piece is needed. */
  *pieces(): Generator<string, void> {
    let from = 0;
    for (const { at, part } of this.lazyParts) {
      yield this.text.slice(from, at);
      yield* part.render().pieces();
      from = at;
    }
    yield this.text.slice(from);
  }

  /** Returns the view with empty elements in place of its blocks, and the blocks. Of blocks with the same ID, only the first one counts. */
  divide(): { frame: Html; blocks: readonly HtmlBlock[] } {
    const blocks = new Map<string, HtmlBlock>();
    const frameOf = (view: Html): string =>
      view.fill((part) => {
        if (part.id === undefined) return frameOf(part.render());
        if (blocks.has(part.id)) return part.render().markup;
        blocks.set(part.id, part);
        return `<${part.name} id="${escapeText(part.id)}" data-block></${part.name}>`;
      });
    return { frame: new Html(frameOf(this)), blocks: [...blocks.values()] };
  }

  /** Returns the text with markup for each lazy part. */
  private fill(markupOf: (part: LazyPart['part']) => string): string {
    let markup = '';
    let from = 0;
    for (const { at, part } of this.lazyParts) {
      markup += this.text.slice(from, at) + markupOf(part);
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

  /** Returns the same markup as a flat string, without lazy parts. V8 keeps all parts of a concatenated string in memory. */
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
