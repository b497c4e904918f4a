import { request } from './load.js';

/**
 * Returns the script of a connection that creates and deletes sites, so that the account never has many.
 *
 * @param {string} key
 * @returns {import('./load.js').Script}
 */
export function writing(key) {
  const create = request(
    'POST',
    '/api/v1/sites',
    { 'x-api-key': key, 'content-type': 'application/json' },
    JSON.stringify({ name: 'Site', origins: ['https://example.com'] }),
  );
  return (previous) => {
    if (previous?.status !== 201) return create;
    const { data } = JSON.parse(previous.body);
    return request('DELETE', `/api/v1/sites/${data.id}`, { 'x-api-key': key });
  };
}

/**
 * Returns the script of a connection that reads.
 *
 * @param {string} key
 * @returns {import('./load.js').Script}
 */
export function reading(key) {
  const text = request('GET', '/api/v1/me', { 'x-api-key': key });
  return () => text;
}
