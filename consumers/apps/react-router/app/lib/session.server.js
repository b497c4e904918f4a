import { createCookieSessionStorage } from 'react-router';

/** The users of the app, whose IDs are integers. */
export const users = [1, 2, 3].map((id) => ({ id, name: `User ${id}`, email: `user${id}@example.com` }));

const cookie = { name: 'session', httpOnly: true, path: '/', sameSite: 'lax', secrets: ['a-secret-for-the-test'] };
export const { getSession, commitSession } = createCookieSessionStorage({ cookie });

export async function findUser(headers) {
  const session = await getSession(headers.get('cookie'));
  return users.find(({ id }) => id === session.get('user'));
}
