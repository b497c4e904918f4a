import { html } from '../../base/html.js';
import type { Guide, GuideStep, GuideValues } from './guide.js';

/** How to download answers. */
export const exportGuide: Guide = {
  name: 'export',
  title: 'Export answers',
  summary: 'Download all answers as a spreadsheet or as JSON Lines, or only those since the last export.',
  steps: exportSteps,
};

function exportSteps({ base, url, poll, quiz, form }: GuideValues): GuideStep[] {
  const votes = `${url}/api/v1/polls/${poll}/votes`;
  const key = '-H "X-API-Key: $ASKWELL_KEY"';
  return [
    {
      id: 'csv',
      title: 'Spreadsheet',
      text: html`A key with the permission “Read only” suffices. Create one under <a href="${base}/dashboard/keys">API keys</a>, and set the environment variable <code>ASKWELL_KEY</code> to it.`,
      code: `curl -o votes.csv "${votes}?format=csv&order=asc" \\\n  ${key}`,
      what: 'the command',
    },
    {
      id: 'kinds',
      title: 'Attempts and submissions',
      text: 'The answers of quizzes and forms have the same formats.',
      code: `curl -o attempts.csv \\\n  "${url}/api/v1/quizzes/${quiz}/attempts?format=csv" \\\n  ${key}
curl -o submissions.csv \\\n  "${url}/api/v1/forms/${form}/submissions?format=csv" \\\n  ${key}`,
      what: 'the commands',
    },
    {
      id: 'jsonl',
      title: 'JSON Lines',
      text: 'Each line is one answer as JSON. The response is a stream: your program can read it line by line, however long it is.',
      code: `curl "${votes}?format=jsonl" \\\n  ${key}`,
      what: 'the command',
    },
    {
      id: 'since',
      title: 'Only the new answers',
      text: html`<code>since</code> is included, and <code>until</code> is not: use the <code>until</code> of one export as the <code>since</code> of the next.`,
      code: `curl -G "${votes}" \\\n  -d format=jsonl \\\n  -d since=2026-01-01T00:00:00Z \\\n  -d until=2026-02-01T00:00:00Z \\\n  ${key}`,
      what: 'the command',
    },
    {
      id: 'stream',
      title: 'With the TypeScript client',
      text: 'The client writes the file while it arrives.',
      code: `import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Askwell } from '@askwell/client';

const askwell = new Askwell({
  apiKey: process.env.ASKWELL_KEY,
  baseUrl: '${url}',
});
const votes = await askwell.polls.votes.csv('${poll}');
await pipeline(votes, createWriteStream('votes.csv'));`,
    },
  ];
}
