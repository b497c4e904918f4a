import { offer } from '../offer.js';

/**
 * The long requests of one account, in a child process so that reading them does not delay the measured votes. Each request is
 * repeated until the time is over.
 *
 * @typedef {{ port: number, key: string, cookies: { busy: string, quiet: string }, paths: Record<string, string> }} Target
 */
offer((/** @type {Target} */ { port, key, cookies, paths }) => {
  const origin = `http://127.0.0.1:${port}`;
  const byKey = { 'x-api-key': key };
  const bySession = { cookie: cookies.busy, origin, 'sec-fetch-site': 'same-origin' };
  const toolCall = (/** @type {string} */ name) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });

  /** @type {Record<string, { connections: number, path: string, init: () => RequestInit }>} */
  const loads = {
    'exports as JSON': { connections: 4, path: `${paths['exported']}?format=jsonl`, init: () => ({ headers: byKey }) },
    'exports as CSV': { connections: 4, path: `${paths['exported']}?format=csv`, init: () => ({ headers: byKey }) },
    'exports of the account': {
      connections: 2,
      path: '/dashboard/account/export',
      init: () => ({ headers: bySession }),
    },
    'exports of the dashboard': {
      connections: 2,
      path: `${paths['exportedInDashboard']}?format=xlsx`,
      init: () => ({ headers: bySession }),
    },
    'streams of changes': {
      connections: 10,
      path: '/api/v1/changes',
      init: () => ({ headers: { ...byKey, accept: 'text/event-stream' } }),
    },
    editors: { connections: 2, path: `${paths['large']}/edit`, init: () => ({ headers: bySession }) },
    'logic pages': { connections: 2, path: `${paths['large']}/logic`, init: () => ({ headers: bySession }) },
    messages: {
      connections: 8,
      path: '/mcp',
      init: () => ({
        method: 'POST',
        headers: { ...byKey, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: toolCall('list_asks'),
      }),
    },
    imports: {
      connections: 1,
      path: '/dashboard/account/import',
      init: () => ({ method: 'POST', headers: bySession, body: importForm() }),
    },
  };

  /** What the other account has, as a file to import. */
  let file = new Blob();

  function importForm() {
    const form = new FormData();
    form.set('ids', 'renew');
    form.set('file', file, 'export.jsonl');
    return form;
  }

  return {
    /** @param {{ seconds: number }} time */
    async run({ seconds }) {
      file = await (await fetch(`${origin}/dashboard/account/export`, { headers: { cookie: cookies.quiet } })).blob();
      const until = AbortSignal.timeout(seconds * 1_000);
      /** @type {Record<string, { requests: number, refused: number, bytes: number }>} */
      const done = {};
      const repeat = async (/** @type {string} */ name) => {
        const load = loads[name];
        const tally = done[name] ?? { requests: 0, refused: 0, bytes: 0 };
        done[name] = tally;
        while (load && !until.aborted) {
          try {
            const response = await fetch(origin + load.path, { ...load.init(), signal: until });
            for await (const chunk of response.body ?? []) tally.bytes += chunk.byteLength;
            if (response.ok) tally.requests++;
            else tally.refused++;
          } catch (error) {
            if (!until.aborted) throw error;
          }
        }
      };
      const all = Object.entries(loads).flatMap(([name, { connections }]) =>
        Array.from({ length: connections }, () => repeat(name)),
      );
      await Promise.all(all);
      return done;
    },
    close() {},
  };
});
