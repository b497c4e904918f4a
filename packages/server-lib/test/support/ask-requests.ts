/** One request of a suite that every host answers. */
export interface AskRequest {
  readonly what: string;
  readonly method: string;
  /** `{poll}`, `{quiz}` and `{form}` stand for the one that the suite made last. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const [polls, quizzes, forms] = ['/api/v1/polls', '/api/v1/quizzes', '/api/v1/forms'];
const origin = { origin: 'https://example.com' };
const browser = { ...form, accept: 'text/html' };
const voter = 'visitor-of-the-suite';

/**
 * The life of a poll, a quiz and a form, with the status of each step. Lists are read while they hold one answer: where
 * the clock stands still, several have no order.
 */
export const askRequests: readonly (AskRequest & { readonly status: number })[] = [
  {
    what: 'a poll',
    method: 'POST',
    path: polls,
    body: {
      title: 'Ünï 😀',
      options: ['a', 'b'],
      type: 'ranked',
      results_visibility: 'always',
      after: { url: 'https://example.com/thanks' },
    },
    status: 201,
  },
  {
    what: 'a poll with faults',
    method: 'POST',
    path: polls,
    body: { title: '', options: [{ label: '' }] },
    status: 422,
  },
  { what: 'the poll', method: 'GET', path: `${polls}/{poll}`, status: 200 },
  { what: 'a vote cast', method: 'POST', path: `${polls}/{poll}/votes`, body: { choices: ['o2'], voter }, status: 201 },
  { what: 'votes', method: 'GET', path: `${polls}/{poll}/votes?limit=100&order=asc`, status: 200 },
  { what: 'votes as CSV', method: 'GET', path: `${polls}/{poll}/votes?format=csv`, status: 200 },
  {
    what: 'a second vote',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: { choices: ['o1'], voter },
    status: 409,
  },
  {
    what: 'a vote with faults',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: { choices: ['x'], y: 1 },
    status: 422,
  },
  {
    what: 'a vote as a form',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: 'rank.o1=2&rank.o2=1&other=',
    headers: form,
    status: 201,
  },
  {
    what: 'a vote of a browser',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: 'rank.o1=1',
    headers: browser,
    status: 303,
  },
  { what: 'results', method: 'GET', path: `${polls}/{poll}/results`, status: 200 },
  { what: 'the poll to a page', method: 'GET', path: '/embed/polls/{poll}', headers: origin, status: 200 },
  { what: 'its head', method: 'HEAD', path: '/embed/polls/{poll}', headers: origin, status: 200 },
  {
    what: 'the poll to who has it',
    method: 'GET',
    path: '/embed/polls/{poll}',
    headers: { 'if-none-match': '*' },
    status: 304,
  },
  { what: 'the head of a stream', method: 'HEAD', path: '/embed/polls/{poll}/live', status: 200 },
  { what: 'the end of the poll', method: 'PATCH', path: `${polls}/{poll}`, body: { status: 'closed' }, status: 200 },
  { what: 'a stream to its end', method: 'GET', path: '/embed/polls/{poll}/live', headers: origin, status: 200 },
  {
    what: 'a stale change',
    method: 'PATCH',
    path: `${polls}/{poll}`,
    body: { title: 'x' },
    headers: { 'if-match': '"9"' },
    status: 412,
  },
  { what: 'all votes gone', method: 'DELETE', path: `${polls}/{poll}/votes?all=true`, status: 204 },
  {
    what: 'a quiz',
    method: 'POST',
    path: quizzes,
    body: { title: 'Quiz', questions: [{ type: 'single', prompt: '?', options: ['a', 'b'], answer: 'o2' }] },
    status: 201,
  },
  {
    what: 'an attempt',
    method: 'POST',
    path: `${quizzes}/{quiz}/attempts`,
    body: { answers: { q1: 'o2' } },
    status: 201,
  },
  {
    what: 'an attempt as a form',
    method: 'POST',
    path: `${quizzes}/{quiz}/attempts`,
    body: 'q1=o1&name=',
    headers: form,
    status: 201,
  },
  { what: 'the quiz to a page', method: 'GET', path: '/embed/quizzes/{quiz}', headers: origin, status: 200 },
  { what: 'a hidden stream', method: 'GET', path: '/embed/quizzes/{quiz}/live', headers: origin, status: 403 },
  { what: 'marking anew', method: 'POST', path: `${quizzes}/{quiz}/regrade`, status: 200 },
  { what: 'results of the quiz', method: 'GET', path: `${quizzes}/{quiz}/results`, status: 200 },
  {
    what: 'a form of fields',
    method: 'POST',
    path: forms,
    body: {
      title: 'Form',
      fields: [
        { type: 'email', label: 'Mail', required: true },
        { type: 'multiple_choice', label: 'Days', options: ['Mo', 'Tu'], other: true },
      ],
    },
    status: 201,
  },
  {
    what: 'a submission',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: { answers: { f1: 'a@example.com' } },
    status: 201,
  },
  { what: 'submissions', method: 'GET', path: `${forms}/{form}/submissions?format=jsonl`, status: 200 },
  {
    what: 'a submission with faults',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: { answers: { f2: ['x'] } },
    status: 422,
  },
  {
    what: 'a submission as a form',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: 'f1=b%40example.com&f2=o1&f2=o2&f2.other=So',
    headers: form,
    status: 201,
  },
  { what: 'the form to a page', method: 'GET', path: '/embed/forms/{form}', headers: origin, status: 200 },
  { what: 'the widget', method: 'GET', path: '/widget.js', headers: { 'accept-encoding': 'identity' }, status: 200 },
  { what: 'a preflight of it', method: 'OPTIONS', path: '/embed/forms/{form}', headers: origin, status: 204 },
  { what: 'the form gone', method: 'DELETE', path: `${forms}/{form}`, status: 204 },
  {
    what: 'a submission to nothing',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: { answers: {} },
    status: 404,
  },
];

/** Remembers the asks that answers name, to be put into later paths. */
export function createAskMemory() {
  const made = new Map<string, string>();
  return {
    fill: (path: string) => path.replace(/\{(poll|quiz|form)\}/, (_, kind: string) => made.get(kind) ?? 'unknown'),
    learn(text: string) {
      const [, id, kind] = /^\{"data":\{"id":"((poll|quiz|form)_\w+)"/.exec(text) ?? [];
      if (id !== undefined && kind !== undefined) made.set(kind, id);
    },
  };
}

/** A text with its random ids made alike, and what follows from them or from chance. */
export function withoutIds(text: string): string {
  return text
    .replaceAll(/\b(poll|quiz|form|vote|attempt|submission)_[0-9a-z]{20}\b/g, '$1_id')
    .replaceAll(/\b[0-9a-f]{32}\b/g, 'voter')
    .replaceAll(/^"[\w-]{22}"$/g, 'tag')
    .replaceAll(/^retry: \d+$/gm, 'retry');
}
