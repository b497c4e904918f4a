import { createAskwell } from '@askwell/server';
import { toExpressHandler } from '@askwell/server/express';
import { ExpressAuth, getSession } from '@auth/express';
import Credentials from '@auth/express/providers/credentials';
import express from 'express';

/** Any of three users, without a password. */
const users = [1, 2, 3].map((id) => ({ id: String(id), name: `User ${id}`, email: `user${id}@example.com` }));
const providers = [
  Credentials({ credentials: { user: {} }, authorize: ({ user }) => users.find(({ id }) => id === user) ?? null }),
];

const authConfig = {
  providers,
  secret: process.env.AUTH_SECRET,
  trustHost: true,
  callbacks: {
    session({ session, token }) {
      session.user.id = token.sub;
      return session;
    },
  },
};

const askwell = createAskwell({
  database: process.env.ASKWELL_DATABASE ?? '',
  baseUrl: process.env.ASKWELL_BASE_URL,
  getUser: async ({ request }) => {
    const user = (await getSession(request, authConfig))?.user;
    return user?.id ? { id: user.id, name: user.name ?? user.id, email: user.email } : null;
  },
});

const app = express();
app.use('/auth', ExpressAuth(authConfig));
app.use('/polls', toExpressHandler(askwell));

app.post('/api/lunch', async (request, response) => {
  const session = await askwell.auth.session(request);
  if (!session) return response.sendStatus(401);
  const poll = await askwell.polls.create(session.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    one_per: 'user',
    anonymous: false,
  });
  response.status(201).json({ id: poll.id });
});
app.get('/api/lunch/:id', async (request, response) => {
  const session = await askwell.auth.session(request);
  if (!session) return response.sendStatus(401);
  const answers = [];
  for await (const { respondent, choices } of askwell.polls.votes.list(session.account, request.params.id))
    answers.push({ respondent, choices });
  response.json(answers);
});

app.listen(Number(process.env.PORT), '127.0.0.1');
