import fc from 'fast-check';

const segment = fc.oneof(
  fc.constantFrom('me', 'sites', 'polls', 'votes', 'quizzes', 'attempts', '1', '', '.', '%2e%2e', '%00', '%zz', '%2F'),
  fc.stringMatching(/^[!$&-.0-;=@-Z_a-z~|]{0,12}$/),
);

/** Paths of the REST API, of which most do not exist. */
export const randomApiPaths = fc.array(segment, { maxLength: 5 }).map((list) => `/api/v1/${list.join('/')}`);

/** Empty text, or a query string with its question mark. */
export const randomSearches = fc.stringMatching(/^[!$&-;=?-Z_a-z~|%]{0,12}$/).map((text) => (text ? `?${text}` : ''));

/** Returns whether an operation of the REST API requires no key. */
export function isPublicOperation(method: string, path: string): boolean {
  const isPublic = /^\/api\/v1\/(polls\/[^/]+\/votes|quizzes\/[^/]+\/attempts|forms\/[^/]+\/submissions)$/;
  return (method === 'POST' || method === 'OPTIONS') && isPublic.test(path);
}
