import { createAskwellOnce } from '@askwell/server';

/** The users of the app, whose IDs are integers. */
const users = [1, 2, 3].map((id) => ({ id, name: `User ${id}`, email: `user${id}@example.com` }));

function findUser(cookie) {
  const user = users.find(({ id }) => id === Number(/\buser=(\d+)/.exec(cookie ?? '')?.[1]));
  return user ? { ...user, id: String(user.id) } : null;
}

export const askwell = createAskwellOnce({
  database: process.env.ASKWELL_DATABASE ?? '',
  baseUrl: process.env.ASKWELL_BASE_URL,
  secret: process.env.ASKWELL_SECRET,
  getUser: ({ headers }) => findUser(headers.get('cookie')),
});
