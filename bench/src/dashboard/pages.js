/**
 * The pages of the dashboard.
 *
 * @typedef {object} Context
 * @property {import('./fill.js').Places} places
 * @property {Record<'poll' | 'quiz' | 'form' | 'noted' | 'voter', string>} answers Answers in the middle, and the visitor of one.
 *
 * @typedef {Record<string, (context: Context) => string>} Pages Their paths below `/dashboard`, by their names.
 */

/** @type {Pages} */
const lists = {
  'list of asks': () => '',
  'list: kind': () => '?kind=quiz',
  'list: status': () => '?status=closed',
  'list: drafts': () => '?status=draft',
  'list: site': ({ places }) => `?site=${places.site}`,
  'list: archive': () => '?archived=yes',
  'list: text in many titles': () => '?q=round',
  'list: all filters': ({ places }) => `?q=r&kind=form&status=open&site=${places.site}`,
  'list: from the middle': ({ places }) => `?after=${places.middleAsk}`,
  'list: kind from the middle': ({ places }) => `?kind=poll&after=${places.middleAsk}`,
  'latest answers': () => '/answers',
  'latest answers from the middle': ({ answers }) => `/answers?cursor=${answers.quiz}`,
};

/** @type {Pages} */
const editing = {
  'new ask': () => '/asks/new',
  'edit a poll': ({ places }) => `/asks/${places.poll}/edit`,
  'edit a quiz': ({ places }) => `/asks/${places.quiz}/edit`,
  'edit a form': ({ places }) => `/asks/${places.form}/edit`,
  'edit a field': ({ places }) => `/asks/${places.form}/edit?item=f2`,
  settings: ({ places }) => `/asks/${places.poll}/settings`,
  code: ({ places }) => `/asks/${places.form}/code`,
  share: ({ places }) => `/asks/${places.poll}/share`,
  'prefilled link': ({ places }) => `/asks/${places.form}/share/prefill`,
  tickets: ({ places }) => `/asks/${places.tickets}/share`,
  'QR code': ({ places }) => `/asks/${places.poll}/share/qr.svg`,
  'delete asks': ({ places }) => `/asks/delete?id=${places.poll}&id=${places.quiz}&id=${places.form}`,
};

/** @type {Pages} */
const results = {
  'results of a poll': ({ places }) => `/asks/${places.poll}/results`,
  'results of a quiz': ({ places }) => `/asks/${places.quiz}/results`,
  'results of a form': ({ places }) => `/asks/${places.form}/results`,
  'results: 7 days, again': ({ places }) => `/asks/${places.poll}/results?period=7d`,
  'results: an option, again': ({ places }) => `/asks/${places.form}/results?answer=f7.o1`,
  'results as a file': ({ places }) => `/asks/${places.poll}/results/chart.svg?chart=timeline`,
  present: ({ places }) => `/asks/${places.poll}/results/present`,
};

/** @type {Pages} */
const answers = {
  'answers of a poll': ({ places }) => `/asks/${places.poll}/answers`,
  'answers of a quiz': ({ places }) => `/asks/${places.quiz}/answers`,
  'answers of a form': ({ places }) => `/asks/${places.form}/answers`,
  'answers: oldest first': ({ places }) => `/asks/${places.form}/answers?sort=oldest`,
  'answers: from the middle': ({ places, answers }) =>
    `/asks/${places.form}/answers?cursor=${cursorOf(places.form, answers.form)}`,
  'answers: period': ({ places }) => `/asks/${places.poll}/answers?since=2020-01-01&until=2099-12-31`,
  'answers: visitor': ({ places, answers }) => `/asks/${places.poll}/answers?voter_ref=${answers.voter}`,
  'answers: tag': ({ places }) => `/asks/${places.poll}/answers?tag=hot`,
  'one answer': ({ places, answers }) => `/asks/${places.poll}/answers/vote_${answers.poll}`,
  'one answer of a form': ({ places, answers }) => `/asks/${places.form}/answers/submission_${answers.form}`,
  'one answer with a note': ({ places, answers }) => `/asks/${places.poll}/answers/vote_${answers.noted}?tag=hot`,
  'delete answers': ({ places }) => `/asks/${places.poll}/answers/delete`,
};

/** Returns the cursor behind an answer in the order of creation, as the server writes it. @param {string} ask @param {string} answer */
function cursorOf(ask, answer) {
  return Buffer.from(`created_at.${ask.replace(/^\w+_/, '')}:${answer}`).toString('base64url');
}

/** @type {Pages} */
const others = {
  keys: () => '/keys',
  sites: () => '/sites',
  'one site': ({ places }) => `/sites/${places.site}`,
  developers: () => '/developers',
  requests: () => '/developers/requests',
  guides: () => '/developers/guides',
  'one guide': () => '/developers/guides/rest',
  account: () => '/account',
};

/** The names of the lists, which have a row for each ask or answer that a filter matches, up to 25. */
export const listNames = Object.keys(lists);

/** The pages that are compared. The exports are not pages: they take as long as their output. */
export const pages = { ...lists, ...editing, ...results, ...answers, ...others };

/**
 * Pages that look into all titles, or into the content of answers, which takes longer with more of them, up to a limit. The
 * requests differ, so that no request finds the result of another in a cache.
 *
 * @type {Record<string, (context: Context, nth: number) => string>}
 */
export const searches = {
  'search of 10,000 titles for a text that none has': (_context, nth) => `?q=zebra${nth}`,
  'search of 300,000 votes for a text that none has': ({ places }, nth) => `/asks/${places.poll}/answers?q=zebra${nth}`,
  'search of 50,000 submissions for a text that none has': ({ places }, nth) =>
    `/asks/${places.form}/answers?q=zebra${nth}`,
  'search of 50,000 submissions by a field': ({ places }, nth) =>
    `/asks/${places.form}/answers?field=f3&operator=greater&value=${1000 + nth}`,
  'results of the votes of a period': ({ places }, nth) =>
    `/asks/${places.poll}/results?since=2020-01-${String(nth + 1).padStart(2, '0')}`,
  'results of the submissions with one option': ({ places }, nth) =>
    `/asks/${places.form}/results?since=2020-01-${String(nth + 1).padStart(2, '0')}&answer=f7.o1`,
};
