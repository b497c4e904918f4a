/** @typedef {import('./refused-values.js').RefusedRequest} Request */

/** Fits into the body of a visitor, of 64 KiB, with the names of the fields. */
const textLength = 290;

/** The largest body of a request with a key. */
const maxBody = 256 * 1024;

/**
 * Returns the largest answer to a poll, quiz or form of `largestDefinitions` that fits into the body of a visitor.
 *
 * @param {any} ask
 * @returns {object}
 */
function largestAnswer({ options, questions, fields, type }) {
  if (type === 'rating') return { ratings: members(options, () => 100) };
  if (options) return { choices: [options[0].id] };
  return { answers: members(questions ?? fields, largestValue) };
}

/** @param {any} item @returns {unknown} */
function largestValue({ type, options, targets, rows, show_if }) {
  switch (type) {
    case 'single':
      return options[0].id;
    case 'match':
      return members(options, (_option, at) => targets[at].id);
    case 'order':
    case 'ranking':
      return idsOf(options);
    case 'multiple_choice':
      return idsOf(options.slice(0, 100));
    case 'matrix':
      return members(rows, () => options[0].id);
    case 'rating':
      return 100;
    case 'short_text':
      // A field with conditions is hidden, and a hidden field takes no value.
      return show_if ? undefined : 'm'.repeat(textLength);
    default:
      return undefined;
  }
}

/** @param {readonly { id: string }[]} items */
function idsOf(items) {
  return items.map(({ id }) => id);
}

/**
 * @template {{ id: string }} Item
 * @param {readonly Item[]} items
 * @param {(item: Item, at: number) => unknown} toValue
 */
function members(items, toValue) {
  return Object.fromEntries(items.map((item, at) => [item.id, toValue(item, at)]));
}

/**
 * Returns the requests that write a largest definition again, or the largest answers to it, by what they contain.
 *
 * @param {'polls' | 'quizzes' | 'forms'} kind
 * @param {any} ask The created one.
 * @param {any} draft Its definition.
 * @returns {Record<string, Request>}
 */
export function largestWrites(kind, ask, draft) {
  const { id } = ask;
  const items = ['options', 'questions', 'fields'].filter((name) => name in draft);
  const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => ({
    method,
    path: `/api/v1/${kind}/${id}${path}`,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  const answer = largestAnswer(ask);
  // With the IDs that the server has generated, some definitions are larger than a request can be.
  const update = send('PATCH', '', Object.fromEntries(items.map((name) => [name, ask[name]])));
  return {
    ...(update.body.length > maxBody ? {} : { update }),
    answer: send('POST', `/${answersOf(kind)}`, answer),
    batch: send('POST', `/${answersOf(kind)}/batch`, {
      answers: Array(JSON.stringify(answer).length > 2_000 ? 4 : 1_000).fill(answer),
    }),
  };
}

/** Returns the name of the answers to a kind in paths. @param {string} kind */
export function answersOf(kind) {
  return { polls: 'votes', quizzes: 'attempts', forms: 'submissions' }[kind];
}
