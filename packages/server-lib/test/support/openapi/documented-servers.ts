import { vi } from 'vitest';
import type { OpenApiDocument, OpenApiOperation } from '../../../src/api/openapi/openapi-types.js';
import { answersOf, createAsk, type Plural } from '../asks/create-ask.js';
import { type CallOptions, call, newAddress, type Reply } from '../http/http-client.js';
import { idIn } from '../http/parse-replies.js';
import { createOwner } from '../servers/create-owner.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';
import { type DocumentedReply, exampleOf } from './documented-replies.js';

/** Servers in several states, and functions that send requests to them. */
export type DocumentedServers = Awaited<ReturnType<typeof startDocumentedServers>>;

export async function startDocumentedServers() {
  let shift = 0;
  const now = () => Date.now() + shift;
  // Nothing is sent: the host of the example has no server here.
  const webhooks = { send: false, lookup: async () => ['127.0.0.1'], allowedAddresses: ['127.0.0.1'] };
  const options = { trustProxy: ['127.0.0.1'], clock: now, webhooks };
  const server = await startService({ ...options, quotas: { webhooks: 1_000 } });
  const document: OpenApiDocument = JSON.parse((await call(server, 'GET', '/openapi.json')).text);
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const [away, broken] = [await startService(), await startService()];
  await away.services.store.close();
  const limited = await startService({ limits: { accountRequests: 1 } });
  const small = await startService({ webhooks, quotas: { asks: 1, webhooks: 1 } });
  vi.spyOn(broken.services.store, 'read').mockRejectedValue(new Error('This is broken.'));

  const operation = (method: 'get' | 'post', path: string): OpenApiOperation => {
    const found = document.paths[path]?.[method];
    if (!found) throw new Error(`The document has no ${method} ${path}.`);
    return found;
  };

  const ask = (method: string, path: string, more: CallOptions = {}): Promise<Reply> =>
    call(server, method, path, { key, ...more });

  async function createSite(origins: string[] = []): Promise<number> {
    return idIn(await ask('POST', '/api/v1/sites', { body: { name: 'Site', origins } }));
  }

  /** Creates an ask from the example of the document. */
  async function createExample(plural: Plural, more: object = {}): Promise<string> {
    const example = exampleOf(operation('post', `/api/v1/${plural}`));
    return createAsk(server, key, plural, Object.assign({}, example, more));
  }

  /** Answers an ask with the example of the document. */
  function answer(plural: Plural, id: string, more: object = {}, headers: Record<string, string> = {}) {
    const example = exampleOf(operation('post', `/api/v1/${plural}/{id}/${answersOf[plural]}`));
    const body = Object.assign({}, example, more);
    return call(server, 'POST', `/api/v1/${plural}/${id}/${answersOf[plural]}`, { body, from: newAddress(), headers });
  }

  /** Creates a ticket and returns its code and ID. */
  async function createTicket(plural: Plural, id: string): Promise<{ readonly code: string; readonly id: string }> {
    const path = `/api/v1/${plural}/${id}/tickets`;
    const { text } = await ask('POST', path, { body: { count: 1 } });
    const listed = await ask('GET', `${path}/list`);
    return { code: JSON.parse(text).data.tickets[0], id: listed.id('data.0.id') };
  }

  /** Creates a webhook from the example of the document. */
  async function createWebhook(): Promise<number> {
    return idIn(await ask('POST', '/api/v1/webhooks', { body: exampleOf(operation('post', '/api/v1/webhooks')) }));
  }

  /** Creates a delivery of a webhook, which stays pending. */
  async function createDelivery(webhook: number): Promise<number> {
    return idIn(await ask('POST', `/api/v1/webhooks/${webhook}/test`));
  }

  return {
    server,
    key,
    ask,
    createSite,
    createExample,
    answer,
    createTicket,
    createWebhook,
    createDelivery,
    owner,
    document,
    /** A server whose database is closed, and one with an unexpected error. */
    away,
    broken,
    /** A server that allows an account one request a minute, and one that allows it one ask and one webhook. */
    limited,
    small,
    /** Creates an account on the limited server and returns a key. */
    newLimitedKey: async () => (await createOwner(limited.services)).key(),
    /** Creates an account on the small server and returns a key. */
    newSmallKey: async () => (await createOwner(small.services)).key(),
    /** Creates an account on the small server with the only ask that it can have. */
    async fillQuota(plural: Plural): Promise<{ readonly key: string; readonly id: string }> {
      const full = await (await createOwner(small.services)).key();
      return { key: full, id: await createAsk(small, full, plural) };
    },
    /** Returns the time of the server's clock in milliseconds. */
    now,
    /** Advances the clock by milliseconds, or sets it back by a negative number of them. */
    pass(time: number) {
      shift += time;
    },
    /** Sends the example of an operation, with a key if it needs one. */
    send(
      documented: DocumentedReply,
      path: string,
      more: CallOptions & { readonly to?: TestServer; readonly method?: string } = {},
    ): Promise<Reply> {
      const { to = server, method = documented.method, headers = {}, ...rest } = more;
      return call(to, method, path, {
        ...(documented.isKeyed ? { key } : {}),
        ...(documented.operation.requestBody ? { body: exampleOf(documented.operation) } : {}),
        from: newAddress(),
        ...rest,
        headers,
      });
    },

    async close() {
      await Promise.all([server.close(), away.close(), broken.close(), limited.close(), small.close()]);
    },
  };
}

/** Returns the kind of ask in a path. */
export function pluralIn(path: string): Plural {
  const found = Object.keys(answersOf).find((plural): plural is Plural => path.includes(`/${plural}`));
  if (!found) throw new Error(`${path} contains no kind of ask.`);
  return found;
}

/** Replaces the parameters of a path by values. */
export function filled(path: string, ...values: (string | number)[]): string {
  const left = [...values];
  return path.replaceAll(/\{\w+\}/g, () => String(left.shift() ?? 'missing'));
}
