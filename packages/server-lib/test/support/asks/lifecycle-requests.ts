/** A request that is sent to every host. */
export interface AskRequest {
  readonly name: string;
  readonly method: string;
  /** `{poll}`, `{quiz}` and `{form}` are replaced by the ID of the last created poll, quiz or form. */
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
 * The lifecycle of a poll, a quiz and a form, with the status of each request. Lists are read while they have one answer,
 * because the order of several is undefined while the clock is stopped.
 */
export const askRequests: readonly (AskRequest & { readonly status: number })[] = [
  {
    name: 'a poll',
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
    name: 'an invalid poll',
    method: 'POST',
    path: polls,
    body: { title: '', options: [{ label: '' }] },
    status: 422,
  },
  { name: 'the poll', method: 'GET', path: `${polls}/{poll}`, status: 200 },
  { name: 'a vote', method: 'POST', path: `${polls}/{poll}/votes`, body: { choices: ['o2'], voter }, status: 201 },
  { name: 'votes', method: 'GET', path: `${polls}/{poll}/votes?limit=100&order=asc`, status: 200 },
  { name: 'votes as CSV', method: 'GET', path: `${polls}/{poll}/votes?format=csv`, status: 200 },
  {
    name: 'a second vote',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: { choices: ['o1'], voter },
    status: 409,
  },
  {
    name: 'an invalid vote',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: { choices: ['x'], y: 1 },
    status: 422,
  },
  {
    name: 'a vote as form data',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: 'rank.o1=2&rank.o2=1&other=',
    headers: form,
    status: 201,
  },
  {
    name: 'a vote of a browser without scripts',
    method: 'POST',
    path: `${polls}/{poll}/votes`,
    body: 'rank.o1=1',
    headers: browser,
    status: 303,
  },
  { name: 'results', method: 'GET', path: `${polls}/{poll}/results`, status: 200 },
  { name: 'the view of the poll', method: 'GET', path: '/embed/polls/{poll}', headers: origin, status: 200 },
  { name: 'the headers of the view', method: 'HEAD', path: '/embed/polls/{poll}', headers: origin, status: 200 },
  {
    name: 'the view for a client that has it',
    method: 'GET',
    path: '/embed/polls/{poll}',
    headers: { 'if-none-match': '*' },
    status: 304,
  },
  { name: 'the headers of a stream', method: 'HEAD', path: '/embed/polls/{poll}/live', status: 200 },
  { name: 'closing the poll', method: 'PATCH', path: `${polls}/{poll}`, body: { status: 'closed' }, status: 200 },
  { name: 'a stream of a closed poll', method: 'GET', path: '/embed/polls/{poll}/live', headers: origin, status: 200 },
  {
    name: 'an outdated change',
    method: 'PATCH',
    path: `${polls}/{poll}`,
    body: { title: 'x' },
    headers: { 'if-match': '"9"' },
    status: 412,
  },
  { name: 'deleting all votes', method: 'DELETE', path: `${polls}/{poll}/votes?all=true`, status: 204 },
  {
    name: 'a quiz',
    method: 'POST',
    path: quizzes,
    body: { title: 'Quiz', questions: [{ type: 'single', prompt: '?', options: ['a', 'b'], answer: 'o2' }] },
    status: 201,
  },
  {
    name: 'an attempt',
    method: 'POST',
    path: `${quizzes}/{quiz}/attempts`,
    body: { answers: { q1: 'o2' } },
    status: 201,
  },
  {
    name: 'an attempt as form data',
    method: 'POST',
    path: `${quizzes}/{quiz}/attempts`,
    body: 'q1=o1&name=',
    headers: form,
    status: 201,
  },
  { name: 'the view of the quiz', method: 'GET', path: '/embed/quizzes/{quiz}', headers: origin, status: 200 },
  {
    name: 'a stream of hidden results',
    method: 'GET',
    path: '/embed/quizzes/{quiz}/live',
    headers: origin,
    status: 403,
  },
  { name: 'regrading', method: 'POST', path: `${quizzes}/{quiz}/regrade`, status: 200 },
  { name: 'results of the quiz', method: 'GET', path: `${quizzes}/{quiz}/results`, status: 200 },
  {
    name: 'a form',
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
    name: 'a submission',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: { answers: { f1: 'a@example.com' } },
    status: 201,
  },
  { name: 'submissions', method: 'GET', path: `${forms}/{form}/submissions?format=jsonl`, status: 200 },
  {
    name: 'an invalid submission',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: { answers: { f2: ['x'] } },
    status: 422,
  },
  {
    name: 'a submission as form data',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: 'f1=b%40example.com&f2=o1&f2=o2&f2.other=So',
    headers: form,
    status: 201,
  },
  { name: 'the view of the form', method: 'GET', path: '/embed/forms/{form}', headers: origin, status: 200 },
  { name: 'the widget', method: 'GET', path: '/widget.js', headers: { 'accept-encoding': 'identity' }, status: 200 },
  { name: 'a preflight', method: 'OPTIONS', path: '/embed/forms/{form}', headers: origin, status: 204 },
  { name: 'deleting the form', method: 'DELETE', path: `${forms}/{form}`, status: 204 },
  {
    name: 'a submission to a deleted form',
    method: 'POST',
    path: `${forms}/{form}/submissions`,
    body: { answers: {} },
    status: 404,
  },
];

/** Remembers the IDs in replies for later paths. */
export function createAskMemory() {
  const ids = new Map<string, string>();
  return {
    fill: (path: string) => path.replace(/\{(poll|quiz|form)\}/, (_, kind: string) => ids.get(kind) ?? 'unknown'),
    learn(text: string) {
      const [, id, kind] = /^\{"data":\{"id":"((poll|quiz|form)_\w+)"/.exec(text) ?? [];
      if (id !== undefined && kind !== undefined) ids.set(kind, id);
    },
  };
}

/** Replaces random IDs, and values that depend on them, by constants. */
export function withoutIds(text: string): string {
  return (
    text
      .replaceAll(/\b(poll|quiz|form|vote|attempt|submission)_[0-9a-z]{20}\b/g, '$1_id')
      .replaceAll(/\b[0-9a-f]{32}\b/g, 'voter')
      .replaceAll(/^"[\w-]{22}"$/g, 'tag')
      .replaceAll(/^retry: \d+$/gm, 'retry')
      // Versions of results grow by random steps.
      .replaceAll(/^id: \d+\.\d+$/gm, 'id')
  );
}
