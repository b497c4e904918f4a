import { html } from '../../base/html.js';
import type { Guide, GuideStep, GuideValues } from './guide.js';

/** How to use the typed client. */
export const typescriptGuide: Guide = {
  name: 'typescript',
  title: 'TypeScript client',
  summary: 'Use the API from a server in TypeScript or JavaScript, with types, retries and streams.',
  steps: typescriptSteps,
};

function typescriptSteps({ base, url, poll, form }: GuideValues): GuideStep[] {
  return [
    {
      id: 'install',
      title: 'Install the client',
      text: 'It requires Node 20.19 or later. Use it on servers only: anyone who sees the key can use it.',
      code: 'npm install @askwell/client',
      what: 'the command',
    },
    {
      id: 'client',
      title: 'Create a client',
      text: html`Create a key under <a href="${base}/dashboard/keys">API keys</a>, and set the environment variable <code>ASKWELL_KEY</code> to it.`,
      code: `import { Askwell } from '@askwell/client';

const askwell = new Askwell({
  apiKey: process.env.ASKWELL_KEY,
  baseUrl: '${url}',
});`,
    },
    {
      id: 'create',
      title: 'Create a poll',
      text: 'The client repeats requests that fail for a moment. A poll is still created only once.',
      code: `const poll = await askwell.polls.create({
  title: 'Lunch on Friday?',
  options: ['Soup', 'Salad'],
});
console.log(poll.id);`,
    },
    {
      id: 'results',
      title: 'Read the results',
      text: 'The results of quizzes and forms have types of their own.',
      code: `const { options } = await askwell.polls.results('${poll}');
for (const { label, votes } of options) console.log(label, votes);`,
    },
    {
      id: 'answers',
      title: 'Read the answers',
      text: 'A list loads its pages while you iterate over it.',
      code: `const submissions = askwell.forms.submissions.list('${form}', { order: 'asc' });
for await (const { answers } of submissions) console.log(answers);`,
    },
    {
      id: 'errors',
      title: 'Handle errors',
      text: 'There is a class for each kind of error. Errors from the server have the ID of the request.',
      code: `import { ApiError, ValidationError } from '@askwell/client';

try {
  await askwell.polls.create({ title: '', options: [] });
} catch (error) {
  if (error instanceof ValidationError) console.log(error.errors);
  else if (error instanceof ApiError) console.log(error.code, error.requestId);
  else throw error;
}`,
    },
  ];
}
