import { createServer } from 'node:http';

export type OtherSite = Awaited<ReturnType<typeof startOtherSite>>;

/** Starts a site with an origin of its own. The content of its pages is in their URL. */
export async function startOtherSite(headers: Readonly<Record<string, string>> = {}) {
  const listener = createServer((request, response) => {
    const body = new URL(request.url ?? '', 'http://site').searchParams.get('body');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>Site</title>${body}`);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('The site has no address.');
  return {
    urlOf: (body: string) => `http://127.0.0.1:${address.port}/?body=${encodeURIComponent(body)}`,
    close: () => new Promise((resolve) => listener.close(resolve)),
  };
}
