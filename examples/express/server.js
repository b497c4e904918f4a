// An Express app with users of its own. Askwell lives under /polls, and trusts the app to say who is logged in.
import { createAskwell } from '@askwell/server';
import express from 'express';

const port = Number(process.env.PORT ?? 3000);
const app = express();

// Body parsers may come first: Askwell takes what they have read.
app.use(express.json(), express.urlencoded({ extended: false }));

// A login for the demonstration: a form without a password. Yours is in your app already.
const users = new Map();
const userOf = (cookies) => users.get(/\bdemo=([\w-]+)/.exec(cookies ?? '')?.[1]) ?? null;

app.post('/enter', (request, response) => {
  const { name, email } = request.body;
  const token = crypto.randomUUID();
  users.set(token, { id: email, name, email });
  response.cookie('demo', token, { httpOnly: true, sameSite: 'lax' }).redirect(303, '/polls/dashboard');
});

app.get('/', (request, response) => {
  const user = userOf(request.headers.cookie);
  if (user) return response.send('You are logged in. <a href="/polls/dashboard">To your polls</a>');
  response.send(`<form method="post" action="/enter">
    <input name="name" placeholder="Name" required> <input name="email" type="email" placeholder="E-mail" required>
    <button>Enter</button>
  </form>`);
});

const askwell = createAskwell({
  database: process.env.DATABASE_URL ?? './askwell.db',
  baseUrl: `http://127.0.0.1:${port}/polls`,
  getUser: ({ headers }) => userOf(headers.get('cookie')),
});
app.use('/polls', askwell.node);

await askwell.ready();
const server = app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));

// First no new requests, then the database: what was accepted is answered and kept.
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    askwell.drain();
    server.close(() => askwell.close());
  });
}
