import { Askwell, AuthenticationError } from '@askwell/client';

/** Uses the client in a Worker, and responds with the results. */
export default {
  async fetch(_request, { ASKWELL_API_KEY: apiKey, ASKWELL_BASE_URL: baseUrl }) {
    const askwell = new Askwell({ apiKey, baseUrl });
    const poll = await askwell.polls.create({ title: 'Tea?', options: ['Yes', 'No'], one_per: null });
    await askwell.polls.votes.create(poll.id, { choices: ['o2'] });
    const choices = [];
    for await (const vote of await askwell.polls.votes.jsonl(poll.id)) choices.push(...vote.choices);
    const file = await askwell.polls.votes.csv(poll.id);
    const { votes_count } = await askwell.polls.results(poll.id);
    const error = await new Askwell({ apiKey: `ask_${'a'.repeat(40)}`, baseUrl }).me().catch((failure) => failure);
    return Response.json({
      choices,
      votes_count,
      rows: (await file.text()).trim().split('\n').length,
      unauthorized: error instanceof AuthenticationError,
    });
  },
};
