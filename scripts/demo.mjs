// `npm run demo`: starts a server with sample content, and a website of another origin that shows it. With `--built`, it does
// not build first.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTurbo } from './turbo.mjs';

if (!process.argv.includes('--built')) {
  const build = startTurbo(['run', 'bundle', '--filter=@askwell/server', '--output-logs=errors-only'], 'ignore');
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The build failed. Run `npm run build` for the errors.');
}
const { createAskwell } = await import('../packages/server-lib/dist/index.js');

const samples = {
  poll: {
    title: 'What shall we cook on Friday?',
    options: ['Chowder', 'Grilled mackerel', 'Mussels'],
    other: true,
    results_visibility: 'always',
    one_per: null,
  },
  quiz: {
    title: 'Do you know your fish?',
    reveal: 'answers',
    pass_percentage: 60,
    questions: [
      { type: 'single', prompt: 'Which of these is a fish?', options: ['Squid', 'Eel', 'Whale'], answer: 'o2' },
      { type: 'boolean', prompt: 'Salmon are born in rivers.', answer: true, explanation: 'They come back to spawn.' },
      {
        type: 'order',
        prompt: 'Put them in order, the smallest first.',
        options: ['Anchovy', 'Herring', 'Cod', 'Tuna'],
        answer: ['o1', 'o2', 'o3', 'o4'],
      },
      { type: 'number', prompt: 'How many arms has an octopus?', answer: { value: 8 } },
    ],
    bands: [
      { min_percentage: 0, title: 'A landlubber', message: 'Come by, and we tell you all about them.' },
      { min_percentage: 75, title: 'An old salt' },
    ],
  },
  form: {
    title: 'Keep me a table',
    after: { message: 'See you soon. We will write if anything comes up.' },
    fields: [
      { id: 'name', type: 'short_text', label: 'Name', required: true },
      { id: 'email', type: 'email', label: 'E-mail', required: true },
      { id: 'guests', type: 'number', label: 'How many are you?', min: 1, max: 8, step: 1, required: true },
      { id: 'day', type: 'date', label: 'Which day?', required: true },
      { type: 'page', label: 'One more thing' },
      {
        id: 'diet',
        type: 'multiple_choice',
        label: 'Anything you don’t eat?',
        options: ['Fish', 'Meat', 'Nuts'],
        other: true,
      },
      {
        id: 'fish',
        type: 'consent',
        label: 'I know that this is a fish restaurant',
        show_if: { all: [{ field: 'diet', contains: 'o1' }] },
        required: true,
      },
    ],
  },
};

const folder = await mkdtemp(join(tmpdir(), 'askwell-demo-'));
const port = Number(process.env.PORT ?? 3000);
const host = '127.0.0.1';

/** Everyone who opens the dashboard is signed in as this owner, so that nobody has to register. */
const owner = { id: 'demo', name: 'Demo', email: 'demo@example.com' };

const server = createServer((request, response) => askwell.node(request, response));
const url = await listen(server, port);
const askwell = createAskwell({
  database: join(folder, 'askwell.db'),
  baseUrl: url,
  getUser: () => owner,
  pages: { landing: true, docs: true },
});
await askwell.ready();

const account = await askwell.accounts.ensure({ externalId: owner.id, name: owner.name, email: owner.email });
const [poll, quiz, form] = await Promise.all([
  askwell.polls.create(account, samples.poll),
  askwell.quizzes.create(account, samples.quiz),
  askwell.forms.create(account, samples.form),
]);

/** A page of the website, with the URL of the server and the IDs of the samples. */
const readPage = async (name) =>
  (await readFile(new URL(`../examples/website/${name}`, import.meta.url), 'utf8'))
    .replaceAll('http://127.0.0.1:3000', url)
    .replace('poll_…', poll.id)
    .replace('quiz_…', quiz.id)
    .replace('form_…', form.id);

/** A token for whoever opens the kitchen's page. A real website makes it for a signed-in user. */
const createToken = async () =>
  (await askwell.tokens.create(account, { can: ['create', 'edit', 'publish', 'results', 'delete'] })).raw;

const [index, kitchen, style] = await Promise.all(['index.html', 'kitchen.html', 'website.css'].map(readPage));
const routes = {
  'GET /': () => ['text/html', index],
  'GET /index.html': () => ['text/html', index],
  'GET /kitchen.html': async () => ['text/html', kitchen.replace('askwell_token_…', await createToken())],
  'GET /website.css': () => ['text/css', style],
  'POST /token': async () => ['text/plain', await createToken()],
};
async function respond(request, response) {
  const [path] = request.url.split('?');
  const route = routes[`${request.method} ${path}`];
  if (!route) return response.writeHead(404).end();
  const [type, body] = await route();
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

const website = createServer((request, response) => {
  // An account has a limited number of tokens.
  respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
const site = await listen(website, port === 0 ? 0 : port + 1);

console.log(`The website:   ${site}
Its editor:    ${site}/kitchen.html
The dashboard: ${url}/dashboard
Press Ctrl+C to stop the demo and delete its data.`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

async function stop() {
  askwell.drain();
  website.close();
  website.closeAllConnections();
  server.close();
  server.closeAllConnections();
  await askwell.close();
  await rm(folder, { recursive: true, force: true });
}

async function listen(listener, at) {
  listener.listen(at, host);
  try {
    await once(listener, 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${at} is in use. Choose another port, such as PORT=4000 npm run demo.`);
    await rm(folder, { recursive: true, force: true });
    process.exit(1);
  }
  return `http://${host}:${listener.address().port}`;
}
