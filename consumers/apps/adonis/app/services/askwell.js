import { createAskwell } from '@askwell/server';

export const users = [1, 2, 3].map((id) => ({ id, name: `User ${id}`, email: `user${id}@example.com` }));

/** Returns the user whose ID, an integer, is in the session. */
export const userOf = ({ session }) => users.find(({ id }) => id === session.get('user'));

export const askwell = createAskwell({
  database: process.env.ASKWELL_DATABASE,
  baseUrl: process.env.ASKWELL_BASE_URL,
  getUser: ({ request }) => {
    const user = userOf(request);
    return user ? { ...user, id: String(user.id) } : null;
  },
});
