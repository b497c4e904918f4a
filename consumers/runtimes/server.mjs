import { createServer } from 'node:http';
import { createAskwell } from '@askwell/server';

/**
 * Creates a poll in a new database, and votes through Node's server and through the fetch handler. With a database that exists, only
 * reads the results. Prints the number of votes.
 */
const askwell = createAskwell({
  database: process.argv[2],
  baseUrl: 'http://127.0.0.1',
  registration: 'closed',
  // On a machine that is busy with other tests, the event loop can be late for seconds without an overload.
  limits: { eventLoopDelay: 60_000, writeDelay: 60_000 },
});
const account = await askwell.accounts.ensure({ externalId: '1', name: 'Owner', email: 'owner@example.com' });
const polls = [];
for await (const poll of askwell.polls.list(account)) polls.push(poll);
const [existing] = polls;
const poll =
  existing ?? (await askwell.polls.create(account, { title: 'Tea?', options: ['Yes', 'No'], one_per: null }));
if (!existing) await vote(poll.id);
const { votes_count } = await askwell.polls.results(account, poll.id);
console.log(existing ? 'found' : 'created', votes_count);
await askwell.close();

async function vote(id) {
  const server = createServer(askwell.node);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const path = `/api/v1/polls/${id}/votes`;
  const init = {
    method: 'POST',
    body: JSON.stringify({ choices: ['o1'] }),
    headers: { 'content-type': 'application/json', connection: 'close' },
  };
  const replies = [
    await fetch(`http://127.0.0.1:${server.address().port}${path}`, init),
    await askwell.fetch(new Request(`http://127.0.0.1${path}`, init), { address: '127.0.0.1' }),
  ];
  for (const reply of replies) if (reply.status !== 201) throw new Error(`${reply.status}: ${await reply.text()}`);
  await Promise.all(replies.map((reply) => reply.text()));
  await new Promise((resolve) => server.close(resolve));
}
