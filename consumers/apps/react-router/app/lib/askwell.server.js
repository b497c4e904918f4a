import { createAskwell } from '@askwell/server';
import { findUser } from './session.server.js';

export const askwell = createAskwell({
  database: process.env.ASKWELL_DATABASE,
  baseUrl: process.env.ASKWELL_BASE_URL,
  getUser: async ({ headers }) => {
    const user = await findUser(headers);
    return user ? { ...user, id: String(user.id) } : null;
  },
});
