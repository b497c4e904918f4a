const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Invalid items, so that a check of each item would add a fault for each item. */
const wrong = (/** @type {number} */ bytes) => Array(Math.floor(bytes / 2)).fill(1);
const wrongMembers = (/** @type {number} */ bytes) =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 16) }, (_, at) => [`m${at}`, null]));

/** Less than the limits of bodies: of operations with a key, of visitors, and of a line of an import. */
const keyed = 250_000;
const visitors = 60_000;
const line = 1_900_000;

/**
 * @typedef {object} RefusedRequest
 * @property {string} method
 * @property {string} path
 * @property {string} type
 * @property {string} body
 */

/**
 * Returns requests that are as large as a request can be, and have an array or object with as many items as fit, by what they contain.
 *
 * @param {{ poll: string, quiz: string, form: string, revision: string }} asks
 * @returns {Record<string, RefusedRequest>}
 */
export function refusedRequests({ poll, quiz, form: formId, revision }) {
  const post = (/** @type {string} */ path, /** @type {object} */ body) => ({
    method: 'POST',
    path,
    type: json,
    body: JSON.stringify(body),
  });
  return {
    'types of a webhook': post('/api/v1/webhooks', { url: 'https://example.com/', types: wrong(visitors) }),
    'origins of a site': post('/api/v1/sites', { name: 'x', origins: wrong(keyed) }),
    'options of a poll': post('/api/v1/polls', { title: 'x', options: wrong(keyed) }),
    'questions of a quiz': post('/api/v1/quizzes', { title: 'x', questions: wrong(keyed) }),
    'fields of a form': post('/api/v1/forms', { title: 'x', fields: wrong(keyed) }),
    'conditions of a field': post('/api/v1/forms', {
      title: 'x',
      fields: [{ type: 'short_text', label: 'x', show_if: { all: wrong(keyed) } }],
    }),
    'answer key of a question': post('/api/v1/quizzes', {
      title: 'x',
      questions: [{ type: 'match', prompt: 'x', answer: wrongMembers(keyed) }],
    }),
    'unknown members of a form': post('/api/v1/forms', { title: 'x', fields: [], ...wrongMembers(keyed) }),
    'unknown members of a condition': post('/api/v1/forms', {
      title: 'x',
      fields: [{ type: 'short_text', label: 'x', show_if: { field: 'a', is: 'x', ...wrongMembers(keyed) } }],
    }),
    tickets: post(`/api/v1/polls/${poll}/tickets`, { tickets: wrong(keyed) }),
    '10,000 tickets': post(`/api/v1/polls/${poll}/tickets`, { tickets: wrong(20_000) }),
    'answers of a batch': post(`/api/v1/polls/${poll}/votes/batch`, { answers: wrong(keyed) }),
    'choices of a vote': post(`/api/v1/polls/${poll}/votes`, { choices: wrong(visitors) }),
    'ratings of a vote': post(`/api/v1/polls/${poll}/votes`, { ratings: wrongMembers(visitors) }),
    'answers of an attempt': post(`/api/v1/quizzes/${quiz}/attempts`, { answers: wrongMembers(visitors) }),
    'answers of a submission': post(`/api/v1/forms/${formId}/submissions`, { answers: wrongMembers(visitors) }),
    'icons in a message to /mcp': post('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', icons: wrong(keyed) } },
    }),
    'unpublished changes, conditions': definition(formId, revision, {
      fields: [{ id: 'f1', type: 'short_text', label: 'x', show_if: { all: Array(60_000).fill({}) } }],
    }),
    'unpublished changes, fields': definition(formId, revision, { fields: wrong(240_000) }),
    'import, origins of a site': imported({ ...shared, type: 'site', id: 1, name: 'x', origins: wrong(line) }),
    'import, types of a webhook': imported({ ...webhook, types: wrong(line) }),
    'import, 30,000 webhooks': imported(...Array(30_000).fill({ ...webhook, types: [] })),
  };
}

const shared = { created_at: '2026-01-31T09:06:00.500127Z', updated_at: '2026-01-31T09:06:00.500127Z' };
const webhook = {
  ...shared,
  type: 'webhook',
  url: 'https://example.com/',
  description: null,
  site_id: null,
  enabled: true,
};
const header = {
  format: 'askwell-export',
  version: 1,
  exported_at: shared.created_at,
  account: { name: 'x', email: 'x@example.com' },
  secret: null,
};

/** @param {string} id @param {string} revision @param {object} draft @returns {RefusedRequest} */
function definition(id, revision, draft) {
  const body = new URLSearchParams({ revision, definition: JSON.stringify({ title: 'x', ...draft }), do: 'save' });
  return { method: 'POST', path: `/dashboard/asks/${id}/code`, type: form, body: body.toString() };
}

/** @param {object[]} lines @returns {RefusedRequest} */
function imported(...lines) {
  const file = [header, ...lines].map((content) => `${JSON.stringify(content)}\n`).join('');
  const boundary = 'maxima';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="ids"\r\n\r\nrenew\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.jsonl"\r\nContent-Type: application/x-ndjson\r\n\r\n${file}\r\n--${boundary}--\r\n`;
  return { method: 'POST', path: '/dashboard/account/import', type: `multipart/form-data; boundary=${boundary}`, body };
}
