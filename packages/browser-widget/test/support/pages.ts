import type { IncomingMessage, ServerResponse } from 'node:http';

/** A page of the site. Its URL contains the content and the policies. */
export interface Page {
  readonly body: string;
  readonly head?: string;
  readonly lang?: string;
  readonly policies?: Readonly<Record<string, string>>;
}

/** The path of a page. */
export function pathOf(page: Page, query = ''): string {
  return `/?page=${encodeURIComponent(JSON.stringify(page))}${query && `&${query}`}`;
}

/** The path of a picture, so many pixels wide and high. */
export function picturePath(width: number, height: number): string {
  return `/?width=${width}&height=${height}`;
}

/** Returns the page or picture that the URL describes. */
export function showPage(request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '', 'http://site');
  const [asked, width, height] = ['page', 'width', 'height'].map((name) => searchParams.get(name));
  if (width && height) {
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end(`<svg xmlns="http://www.w3.org/2000/svg" width="${Number(width)}" height="${Number(height)}">
<rect width="100%" height="100%" fill="#7aa"/><circle cx="50%" cy="50%" r="20%" fill="#fe8"/></svg>`);
    return;
  }
  if (!asked) {
    response.writeHead(204).end();
    return;
  }
  const { body, head = '', lang = 'en', policies = {} }: Page = JSON.parse(asked);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policies });
  response.end(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Site</title>
<meta name="viewport" content="width=device-width">${head}</head><body><main><h1>Site</h1>${body}</main></body></html>`);
}
