import { createAskwellOnce } from '@askwell/server';
import { findUser } from './users.js';

export const askwell = createAskwellOnce({
  database: process.env.ASKWELL_DATABASE ?? '',
  baseUrl: process.env.ASKWELL_BASE_URL,
  secret: process.env.ASKWELL_SECRET,
  getUser: ({ headers }) => findUser(headers.get('cookie')),
});
