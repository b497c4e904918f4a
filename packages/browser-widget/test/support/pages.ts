import type { IncomingMessage, ServerResponse } from 'node:http';

/** A page of the site, made by its address: what stands in it, and under which policies. */
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

/** Shows whatever page the address asks for. */
export function showPage(request: IncomingMessage, response: ServerResponse): void {
  const asked = new URL(request.url ?? '', 'http://site').searchParams.get('page');
  if (asked === null) {
    response.writeHead(204).end();
    return;
  }
  const { body, head = '', lang = 'en', policies = {} }: Page = JSON.parse(asked);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...policies });
  response.end(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Site</title>
<meta name="viewport" content="width=device-width">${head}</head><body><main><h1>Site</h1>${body}</main></body></html>`);
}
