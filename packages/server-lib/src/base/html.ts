/** A value of a template. Text is escaped, markup of {@link html} is not, lists are joined, null and false are empty. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | null | undefined | false;

/** Escaped markup. Only {@link html} creates it, so that it never contains unescaped text. */
export class Html {
  /** Makes the type nominal: an object of the same shape is not an Html. */
  declare private readonly made: true;

  private constructor(readonly markup: string) {}

  static build(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    let markup = strings[0] ?? '';
    parts.forEach((part, index) => {
      markup += render(part) + (strings[index + 1] ?? '');
    });
    return new Html(markup);
  }

  /** Returns a value as a block of JSON that scripts can read. Browsers do not run it. */
  static data(value: object): Html {
    return new Html(`<script type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
  }

  /** Returns the same markup as a flat string. V8 keeps all parts of a concatenated string in memory. */
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

function render(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  // Joining would copy all markup at each level of a page.
  let markup = '';
  for (const item of part) markup += render(item);
  return markup;
}

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
