import { randomUUID } from 'node:crypto';
import { createAskwell } from '@askwell/server';
import { toExpressHandler } from '@askwell/server/express';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express4';

/** A user of the app, whose ID is an integer, as in most SQL databases. */
interface User {
  readonly id: number;
  readonly name: string;
}
const users: readonly User[] = [1, 2, 3].map((id) => ({ id, name: `User ${id}` }));

interface Session {
  readonly csrfToken: string;
  user?: User | undefined;
}
const sessions = new Map<string, Session>();

/** Finds or creates the session that a cookie names, as express-session does. */
function sessionOf(request: Request, response: Response): Session {
  const [, id = ''] = /\bsid=([\w-]+)/.exec(request.get('cookie') ?? '') ?? [];
  const existing = sessions.get(id);
  if (existing) return existing;
  const created = { csrfToken: randomUUID() };
  const newId = randomUUID();
  sessions.set(newId, created);
  response.cookie('sid', newId, { httpOnly: true, sameSite: 'lax' });
  return created;
}
const withSession: RequestHandler = (request, response, next) => {
  response.locals['session'] = sessionOf(request, response);
  next();
};
const currentUser = (response: Response): User | undefined => response.locals['session'].user;

/** Askwell has the IDs of users as text. */
const toHostUser = (user: User | undefined) =>
  user ? { id: String(user.id), name: user.name, email: `user${user.id}@example.com` } : null;

/** Refuses writes without the token of the session, as csurf does. */
const csrf: RequestHandler = (request, response, next) => {
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (!isWrite || request.get('x-csrf-token') === response.locals['session'].csrfToken) return next();
  response.status(403).type('html').send('<h1>Forbidden</h1><p>invalid csrf token</p>');
};

/** Express 4 does not handle the rejections of async handlers. */
const handleRejections =
  (handler: (request: Request, response: Response) => Promise<unknown>): RequestHandler =>
  (request, response, next: NextFunction) =>
    void handler(request, response).catch(next);

const askwell = createAskwell<Request>({
  database: process.env['ASKWELL_DATABASE'] ?? '',
  baseUrl: process.env['ASKWELL_BASE_URL'],
  getUser: ({ request }) => toHostUser(request.res && currentUser(request.res)),
});

const app = express();
app.use(withSession);
// Askwell checks the origin of its requests itself.
app.use((request, response, next) => (request.path.startsWith('/polls/') ? next() : csrf(request, response, next)));
app.use(express.json());
app.use(express.urlencoded({ extended: false }));
app.use('/polls', toExpressHandler(askwell));

app.get('/sign-in/:id', (request, response) => {
  response.locals['session'].user = users.find(({ id }) => id === Number(request.params['id']));
  response.sendStatus(204);
});
app.get('/token', (_request, response) => response.type('text').send(response.locals['session'].csrfToken));
app.post(
  '/api/lunch',
  handleRejections(async (_request, response) => {
    const user = toHostUser(currentUser(response));
    if (!user) return response.sendStatus(401);
    const account = await askwell.accounts.ensure({ externalId: user.id, name: user.name, email: user.email });
    const poll = await askwell.polls.create(account, {
      title: 'Lunch?',
      options: ['Soup', 'Salad'],
      one_per: 'user',
      anonymous: false,
    });
    return response.status(201).json({ id: poll.id });
  }),
);
app.get(
  '/api/lunch/:id',
  handleRejections(async (request, response) => {
    const user = toHostUser(currentUser(response));
    if (!user) return response.sendStatus(401);
    const answers = [];
    for await (const { respondent, choices } of askwell.polls.answers.list(user.id, String(request.params['id'])))
      answers.push({ respondent, choices });
    return response.json(answers);
  }),
);
app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
  response.status(404).send(error.message);
});

app.listen(Number(process.env['PORT']), '127.0.0.1');
