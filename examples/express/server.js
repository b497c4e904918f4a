// An Express app with users of its own. Askwell is mounted at /polls, and takes its users from the app.
import { createAskwell } from '@askwell/server';
import { toExpressHandler } from '@askwell/server/express';
import express from 'express';

const port = Number(process.env.PORT ?? 3000);
const app = express();

// Body parsers may come first: Askwell reads what they have parsed.
app.use(express.json(), express.urlencoded({ extended: false }));

// A sign-in for the demonstration, without a password. Your app has its own.
const users = new Map();
app.use((request, _response, next) => {
  request.user = users.get(/\bdemo=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]) ?? null;
  next();
});
app.post('/enter', (request, response) => {
  const { name, email } = request.body;
  const token = crypto.randomUUID();
  users.set(token, { id: email, name, email });
  response.cookie('demo', token, { httpOnly: true, sameSite: 'lax' }).redirect(303, '/polls/dashboard');
});

app.get('/', (request, response) => {
  if (request.user) return response.send('You are signed in. <a href="/polls/dashboard">Your polls</a>');
  response.send(`<form method="post" action="/enter">
    <input name="name" placeholder="Name" required> <input name="email" type="email" placeholder="Email" required>
    <button>Enter</button>
  </form>`);
});

const askwell = createAskwell({
  database: process.env.ASKWELL_DATABASE ?? './askwell.db',
  baseUrl: `http://127.0.0.1:${port}/polls`,
  getUser: ({ request }) => request.user,
});
app.use('/polls', toExpressHandler(askwell));

await askwell.ready();
const server = app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));

// Stops taking requests first, then closes the database, so that accepted requests are answered and committed.
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    askwell.drain();
    server.close(() => askwell.close());
  });
}
