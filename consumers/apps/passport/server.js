import { createAskwell } from '@askwell/server';
import { toExpressHandler } from '@askwell/server/express';
import express from 'express';
import session from 'express-session';
import passport from 'passport';

/** The users of the app, whose IDs are integers. */
const users = [1, 2, 3].map((id) => ({ id, name: `User ${id}`, email: `user${id}@example.com` }));
const store = new session.MemoryStore();

passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => done(null, users.find((user) => user.id === id) ?? false));

const askwell = createAskwell({
  database: process.env.ASKWELL_DATABASE ?? '',
  baseUrl: process.env.ASKWELL_BASE_URL,
  getUser: ({ request: { user } }) => user && { id: String(user.id), name: user.name, email: user.email },
});

/** Refuses writes of other sites by the session, as csrf-sync does. */
function csrf(request, response, next) {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || request.get('x-csrf-token') === request.sessionID)
    return next();
  response.status(403).send('invalid csrf token');
}

const app = express();
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false, store }));
app.use(passport.session());
app.use('/polls', toExpressHandler(askwell)); // before CSRF protection and body parsers
app.use(csrf);
app.use(express.json());

app.get('/sign-in/:id', (request, response, next) => {
  const user = users.find(({ id }) => id === Number(request.params.id));
  request.logIn(user, (error) => (error ? next(error) : response.sendStatus(204)));
});
app.get('/token', (request, response) => response.type('text').send(request.sessionID));
app.post('/api/lunch', async ({ user }, response) => {
  const account = await askwell.accounts.ensure({ externalId: String(user.id), name: user.name, email: user.email });
  const poll = await askwell.polls.create(account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    one_per: 'user',
    anonymous: false,
  });
  response.status(201).json({ id: poll.id });
});
app.get('/api/lunch/:id', async ({ user, params }, response) => {
  const answers = [];
  for await (const { respondent, choices } of askwell.polls.votes.list(String(user.id), params.id))
    answers.push({ respondent, choices });
  response.json(answers);
});

app.listen(Number(process.env.PORT), '127.0.0.1');
