/**
 * Creates owners and keys through the public API.
 *
 * @typedef {import('@askwell/server').Askwell} Askwell
 * @typedef {import('@askwell/server').Session} Session
 */

/** The password of every owner. */
export const password = 'correct horse battery';

/**
 * Registers an owner at `/register`, who is then signed in.
 *
 * @param {Askwell} askwell
 * @param {string} email
 * @returns {Promise<Session>}
 */
export async function registerOwner(askwell, email) {
  const { session } = await openSession(askwell, '/register', { name: 'Owner', email, password });
  return session;
}

/**
 * Signs an owner in at `/login`. Returns the cookie of the browser.
 *
 * @param {Askwell} askwell
 * @param {string} email
 * @returns {Promise<string>}
 */
export async function signIn(askwell, email) {
  const { cookie } = await openSession(askwell, '/login', { email, password });
  return cookie;
}

/**
 * Sends a form that signs an owner in.
 *
 * @param {Askwell} askwell
 * @param {string} path
 * @param {Record<string, string>} fields
 * @returns {Promise<{ session: Session, cookie: string }>}
 */
async function openSession(askwell, path, fields) {
  const answer = await askwell.fetch(
    new Request(`http://localhost${path}`, { method: 'POST', body: new URLSearchParams(fields) }),
    { address: '127.0.0.1' },
  );
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = await askwell.auth.session({ headers: new Headers({ cookie }) });
  if (!session) throw new Error(`POST ${path} was answered ${answer.status}.`);
  return { session, cookie };
}

/**
 * Creates keys of an owner and returns the raw keys.
 *
 * @param {Askwell} askwell
 * @param {Session} session
 * @param {number} count At most 100, the limit of an account.
 */
export async function createKeys(askwell, session, count) {
  const made = await Promise.all(
    Array.from({ length: count }, (_, at) => askwell.keys.create(session, { name: `Key ${at}` })),
  );
  return made.map((key) => key.raw);
}
