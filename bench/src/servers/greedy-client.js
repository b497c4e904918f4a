import { setPriority } from 'node:os';
import { largeForm } from '../large-form.js';
import { drive, request } from '../load.js';

/** A lower priority than the measured server, which would otherwise wait for its clients. In production, clients run elsewhere. */
const priority = 10;

/** The bytes after which the reader of an export continues with the next export, so that each kind of export has its turn. */
const exportPart = 4_000_000;

/**
 * The heavy and long requests of one account, in a child process so that reading them does not delay the measured votes. Each request
 * is repeated until the time is over.
 *
 * @typedef {{ port: number, key: string, cookies: { busy: string, source: string }, paths: Record<string, string> }} Target
 * @typedef {{ requests: number, refused: number, sent: number, received: number }} Tally
 */
export const open = (/** @type {Target} */ { port, key, cookies, paths }) => {
  setPriority(priority);
  const origin = `http://127.0.0.1:${port}`;
  const byKey = { 'x-api-key': key };
  const bySession = { cookie: cookies.busy, origin, 'sec-fetch-site': 'same-origin' };
  const toolCall = (/** @type {string} */ name) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });

  /** The data of the source account, as a file to import. */
  let file = new Blob();
  let drafts = 0;

  /** @type {Record<string, { path: string, init: () => RequestInit, sent?: () => number, most?: number }>} */
  const requests = {
    'exports as JSON': {
      path: `${paths['exported']}?format=jsonl`,
      init: () => ({ headers: byKey }),
      most: exportPart,
    },
    'exports as CSV': { path: `${paths['exported']}?format=csv`, init: () => ({ headers: byKey }), most: exportPart },
    'exports of the account': {
      path: '/dashboard/account/export',
      init: () => ({ headers: bySession }),
      most: exportPart,
    },
    'exports of the dashboard': {
      path: `${paths['exportedInDashboard']}?format=xlsx`,
      init: () => ({ headers: bySession }),
      most: exportPart,
    },
    'streams of changes': {
      path: '/api/v1/changes',
      init: () => ({ headers: { ...byKey, accept: 'text/event-stream' } }),
    },
    editors: { path: `${paths['large']}/edit`, init: () => ({ headers: bySession }) },
    'logic pages': { path: `${paths['large']}/logic`, init: () => ({ headers: bySession }) },
    messages: {
      path: '/mcp',
      init: () => ({
        method: 'POST',
        headers: { ...byKey, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: toolCall('list_asks'),
      }),
    },
    imports: {
      path: '/dashboard/account/import',
      init: () => ({ method: 'POST', headers: bySession, body: importForm() }),
      sent: () => file.size,
    },
  };

  /** The requests of each connection, one after the other. Exports of an account run one at a time. */
  const connections = [
    ...many(4, ['exports as JSON', 'exports as CSV', 'exports of the account', 'exports of the dashboard']),
    ...many(10, ['streams of changes']),
    ...many(2, ['editors']),
    ...many(2, ['logic pages']),
    ...many(8, ['messages']),
    ['imports'],
  ];

  function importForm() {
    const form = new FormData();
    form.set('ids', 'renew');
    form.set('file', file, 'export.jsonl');
    return form;
  }

  /** Returns the saves of an editor: each changes one text of the largest definition, and the next one needs the revision of the last. */
  async function openEditor() {
    const page = await (await fetch(`${origin}${paths['large']}/code`, { headers: bySession })).text();
    let revision = /name="revision" value="([^"]*)"/.exec(page)?.[1] ?? '';
    return async (/** @type {AbortSignal} */ signal) => {
      const definition = { ...largeForm, title: `Large form, save ${++drafts}` };
      const body = JSON.stringify({ revision, definition });
      const headers = { ...bySession, accept: 'application/json', 'content-type': 'application/json' };
      const reply = await fetch(`${origin}${paths['large']}/working-copy`, { method: 'POST', headers, body, signal });
      const text = await reply.text();
      if (reply.ok) ({ revision } = JSON.parse(text));
      return { isAccepted: reply.ok, sent: body.length, received: text.length };
    };
  }

  /** @type {Awaited<ReturnType<typeof openEditor>> | undefined} */
  let save;

  return {
    /** Prepares the data for the long requests, and sends the first message: the server loads the code for it once in its life. */
    async prepare() {
      file = await (await fetch(`${origin}/dashboard/account/export`, { headers: { cookie: cookies.source } })).blob();
      save = await openEditor();
      const { path = '', init = () => ({}) } = requests['messages'] ?? {};
      await (await fetch(origin + path, init())).text();
    },

    /**
     * Issues tickets, searches, regrades and writes large forms.
     *
     * @param {{ seconds: number, tickets: number }} load
     */
    async runHeavy({ seconds, tickets }) {
      const headers = { ...byKey, 'content-type': 'application/json' };
      const post = (/** @type {string | undefined} */ path, /** @type {object} */ body) =>
        request('POST', path ?? '', headers, JSON.stringify(body));
      /** @type {Record<string, { connections: number, text: string }>} */
      const loads = {
        tickets: { connections: 8, text: post(paths['tickets'], { count: tickets }) },
        searches: { connections: 2, text: request('GET', `${paths['forms']}?q=large&limit=25`, headers) },
        regrades: { connections: 1, text: post(paths['regrade'], {}) },
        forms: { connections: 2, text: post(paths['forms'], largeForm) },
      };
      const done = await Promise.all(
        Object.entries(loads).map(async ([name, { connections, text }]) => {
          const driven = await drive({
            port,
            seconds,
            connections,
            script: () => () => text,
            expected: [200, 201, 429],
          });
          return [name, driven.answers];
        }),
      );
      return Object.fromEntries(done);
    },

    /** @param {{ seconds: number }} time */
    async runLong({ seconds }) {
      const until = AbortSignal.timeout(seconds * 1_000);
      /** @type {Record<string, Tally>} */
      const done = {};
      const tallyOf = (/** @type {string} */ name) =>
        (done[name] ??= { requests: 0, refused: 0, sent: 0, received: 0 });

      /** @param {string} name */
      async function send(name) {
        const load = requests[name];
        if (!load) throw new Error(`Unknown request ${name}.`);
        const tally = tallyOf(name);
        const response = await fetch(origin + load.path, { ...load.init(), signal: until });
        tally.sent += load.sent?.() ?? 0;
        let received = 0;
        for await (const chunk of response.body ?? []) {
          received += chunk.byteLength;
          tally.received += chunk.byteLength;
          if (received > (load.most ?? Number.POSITIVE_INFINITY)) break;
        }
        if (response.ok) tally.requests++;
        else tally.refused++;
      }

      async function saveDraft() {
        const tally = tallyOf('saved drafts');
        if (!save) throw new Error('Call prepare() first.');
        const { isAccepted, sent, received } = await save(until);
        tally.sent += sent;
        tally.received += received;
        if (isAccepted) tally.requests++;
        else tally.refused++;
      }

      /** @param {(() => Promise<void>)[]} steps */
      async function repeat(steps) {
        for (let at = 0; !until.aborted; at++) {
          try {
            await steps[at % steps.length]?.();
          } catch (error) {
            if (!until.aborted) throw error;
          }
        }
      }

      await Promise.all([
        ...connections.map((names, at) => {
          const steps = names.map((name) => () => send(name));
          // The connections begin with different steps.
          return repeat([...steps.slice(at % steps.length), ...steps.slice(0, at % steps.length)]);
        }),
        repeat([saveDraft]),
      ]);
      return done;
    },
    close() {},
  };
};

/**
 * @template Item
 * @param {number} count
 * @param {Item} item
 */
function many(count, item) {
  return Array.from({ length: count }, () => item);
}
