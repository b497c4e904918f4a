/** What a template takes: text is escaped, markup made by `html` passes, lists are joined, nothing is nothing. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | null | undefined | false;

/** Markup that is safe to send. Only {@link html} makes it, so that no text gets there unescaped. */
export class Html {
  /** Makes the type nominal: an object of the same shape is no Html. */
  declare private readonly made: true;

  private constructor(readonly markup: string) {}

  static build(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    let markup = strings[0] ?? '';
    parts.forEach((part, at) => {
      markup += render(part) + (strings[at + 1] ?? '');
    });
    return new Html(markup);
  }

  /** Returns the same markup in one piece: what was concatenated keeps all of its parts in memory. */
  flat(): Html {
    return new Html(Buffer.from(this.markup).toString());
  }
}

/**
 * A template whose values are escaped, for text and for attributes in double quotes.
 *
 * @example
 * html`<a href="${link}">${name}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return Html.build(strings, parts);
}

function render(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return part.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const special = /[&<>"']/;

function escapeText(text: string): string {
  // Most texts need no escaping, and a test costs less than a replacement.
  if (!special.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
