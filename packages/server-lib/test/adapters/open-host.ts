import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { onTestFinished } from 'vitest';
import type { Askwell } from '../../src/askwell-interface.js';
import { exposeServices } from '../../src/create-askwell.js';
import { assembleServices } from '../../src/instance/assemble-services.js';
import { Session } from '../../src/owners/access/session.js';
import { base } from '../frameworks/define.js';
import { withoutIds } from '../support/asks/lifecycle-requests.js';
import { type Reply, readReply, toRequestInit } from '../support/http/http-client.js';
import { createKey } from '../support/servers/create-owner.js';
import type { SuiteRequest } from './suite-requests.js';

/** A host app that serves Askwell. */
interface Host {
  readonly base: string;
  ask(method: string, path: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export type OpenHost = (askwell: Askwell) => Promise<Host>;

/** Returns an opener of a host on a real socket. */
export function overHttp(
  basePath: string,
  listener: (askwell: Askwell) => RequestListener | Promise<RequestListener>,
): OpenHost {
  return async (askwell) => {
    const server = createServer(await listener(askwell));
    // Tests of the same process can block the event loop longer than idle connections are kept.
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      base: basePath,
      ask: (_method, path, init) => fetch(`http://127.0.0.1:${port}${basePath}${path}`, init),
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  };
}

/** Returns an Express app with handlers before Askwell, and its own reply to requests that are not for Askwell. */
export function expressWith(...before: express.RequestHandler[]): (askwell: Askwell) => RequestListener {
  return (askwell) => {
    const app = express();
    for (const handler of before) app.use(handler);
    app.use(base, askwell.node);
    app.use((_request, response) => void response.status(418).send('Not Askwell.'));
    return app;
  };
}

/** Opens a host until the test ends. Its database is new, with the same IDs and times as in every other host. */
export async function openHost(open: OpenHost, basePath?: string) {
  const settings = {
    database: ':memory:',
    registration: 'open' as const,
    pages: { landing: true, docs: true },
    clock: () => Date.UTC(2026, 0, 31),
    ...(basePath ? { basePath } : {}),
  };
  const services = assembleServices(settings);
  const askwell = exposeServices(services);
  const host = await open(askwell);
  onTestFinished(() => askwell.close());
  onTestFinished(host.close);
  const user = { id: 'u1', name: 'Owner', email: 'owner@example.com' };
  const session = Session.verify({ ...user, id: (await services.accounts.ensure(user, false)).row.id }, null);
  const { raw: key } = await createKey(services, session, { name: 'Key' });
  return {
    async send({ method, path, body, streamed, headers = {} }: SuiteRequest): Promise<Reply> {
      // Without this header, fetch requests compressed bodies over a socket.
      const always = { 'x-request-id': 'same', 'sec-fetch-site': 'same-origin', 'accept-encoding': 'identity' };
      const common = { key, headers: { ...always, ...headers } };
      const stream = body instanceof ReadableStream ? body : streamed === undefined ? undefined : spaces(streamed);
      const init: RequestInit = stream
        ? { ...toRequestInit(method, common), body: stream, duplex: 'half' }
        : toRequestInit(method, { ...common, body });
      return readReply(await host.ask(method, path, init));
    },
    /** Returns the parts of a reply that do not depend on the host. */
    reduce({ status, headers, text }: Reply) {
      const local = withoutIds(text)
        .replaceAll(`${host.base}/`, '/')
        .replaceAll(`\u2022${key.slice(-4)}`, '')
        .replaceAll(key.slice(0, 8), '');
      const names = [...headers.keys()].filter(
        (name) => !/^(date|connection|keep-alive|transfer-encoding|content-length|x-powered-by)$/.test(name),
      );
      return {
        status,
        text: local,
        headers: Object.fromEntries(
          names.map((name) => [name, withoutIds(headers.get(name) ?? '').replaceAll(`${host.base}/`, '/')]),
        ),
      };
    },
  };
}

/** Returns a stream of spaces. */
function spaces(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const bytes = Math.min(left, 16 * 1024);
      if (bytes === 0) controller.close();
      else controller.enqueue(new Uint8Array(bytes).fill(0x20));
      left -= bytes;
    },
  });
}
