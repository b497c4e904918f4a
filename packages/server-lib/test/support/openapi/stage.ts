import { vi } from 'vitest';
import type { OpenApiDocument, OpenApiOperation } from '../../../src/openapi/openapi-types.js';
import { type CallOptions, call, newAddress, type Reply } from '../client.js';
import { answersOf, createAsk, type Plural } from '../create-ask.js';
import { createOwner } from '../owner.js';
import { idIn } from '../replies.js';
import { startServer, type TestServer } from '../server.js';
import { exampleOf, type Step } from './walk.js';

/** A server with owners, and the means to bring about whatever the document says can happen. */
export type Stage = Awaited<ReturnType<typeof setStage>>;

/** Starts the servers. */
export async function setStage() {
  let shift = 0;
  const options = { trustProxy: ['127.0.0.1'], clock: () => Date.now() + shift };
  const server = await startServer(options);
  const document: OpenApiDocument = JSON.parse((await call(server, 'GET', '/openapi.json')).text);
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const [away, broken] = [await startServer(), await startServer()];
  await away.services.store.close();
  const limited = await startServer({ limits: { accountRequests: 1 }, quotas: { asks: 0 } });
  vi.spyOn(broken.services.store, 'read').mockRejectedValue(new Error('This is broken.'));

  const operation = (method: 'get' | 'post', path: string): OpenApiOperation => {
    const found = document.paths[path]?.[method];
    if (!found) throw new Error(`The document has no ${method} ${path}.`);
    return found;
  };

  const ask = (method: string, path: string, more: CallOptions = {}): Promise<Reply> =>
    call(server, method, path, { key, ...more });

  async function makeSite(origins: string[] = []): Promise<number> {
    return idIn(await ask('POST', '/api/v1/sites', { body: { name: 'Site', origins } }));
  }

  /** Makes an ask of the document's own example. */
  async function makeAsk(plural: Plural, more: object = {}): Promise<string> {
    const example = exampleOf(operation('post', `/api/v1/${plural}`));
    return createAsk(server, key, plural, Object.assign({}, example, more));
  }

  /** Answers an ask by the document's own example. */
  function answer(plural: Plural, id: string, more: object = {}, headers: Record<string, string> = {}) {
    const example = exampleOf(operation('post', `/api/v1/${plural}/{id}/${answersOf[plural]}`));
    const body = Object.assign({}, example, more);
    return call(server, 'POST', `/api/v1/${plural}/${id}/${answersOf[plural]}`, { body, from: newAddress(), headers });
  }

  return {
    server,
    key,
    ask,
    makeSite,
    makeAsk,
    answer,
    owner,
    document,
    /** A server whose database is away, and one that fails as no one foresaw. */
    away,
    broken,
    /** A server where an account has one request a minute and can keep nothing. Returns a key of a new account. */
    limited,
    newLimitedKey: async () => (await createOwner(limited.services)).key(),
    /** Lets time pass, in milliseconds. */
    pass(time: number) {
      shift += time;
    },
    /** Sends what a step asks for: the example of its operation, with a key where it needs one. */
    send(step: Step, path: string, more: CallOptions & { readonly to?: TestServer } = {}): Promise<Reply> {
      const { to = server, headers = {}, ...rest } = more;
      return call(to, step.method, path, {
        ...(step.isKeyed ? { key } : {}),
        ...(step.operation.requestBody ? { body: exampleOf(step.operation) } : {}),
        from: newAddress(),
        ...rest,
        headers,
      });
    },

    async close() {
      await Promise.all([server.close(), away.close(), broken.close(), limited.close()]);
    },
  };
}

/** The kind that a path is about. */
export function pluralIn(path: string): Plural {
  const found = Object.keys(answersOf).find((plural): plural is Plural => path.includes(`/${plural}`));
  if (!found) throw new Error(`${path} is about no kind of ask.`);
  return found;
}

/** A path with something in place of its parameters. */
export function filled(path: string, ...values: (string | number)[]): string {
  const left = [...values];
  return path.replaceAll(/\{\w+\}/g, () => String(left.shift() ?? 'missing'));
}
