import { html } from '../../base/html.js';
import { firstCall } from '../home/first-call.js';
import type { Guide, GuideStep, GuideValues } from './guide.js';

/** How to use the REST API with curl. */
export const restGuide: Guide = {
  name: 'rest',
  title: 'REST API with curl',
  summary: 'Create a poll, vote, read the results and close it, from a terminal or any language.',
  steps: restSteps,
};

function restSteps({ base, url, poll, vote, hasDocs }: GuideValues): GuideStep[] {
  const path = `${url}/api/v1/polls/${poll}`;
  const key = '-H "X-API-Key: $ASKWELL_KEY"';
  const json = '-H "Content-Type: application/json"';
  return [
    {
      id: 'key',
      title: 'Set the key',
      text: html`Create a key under <a href="${base}/dashboard/keys">API keys</a>. Every request below sends it, except for the vote.`,
      code: 'export ASKWELL_KEY=ask_…',
      what: 'the command',
    },
    {
      id: 'create',
      title: 'Create a poll',
      text: html`The response contains its <code>id</code>. Add <code>Idempotency-Key</code> with a value of your own to repeat the request safely.`,
      code: firstCall(url),
      what: 'the command',
    },
    {
      id: 'vote',
      title: 'Vote',
      text: 'Visitors need no key: their browsers send the vote. One address can send 30 answers per minute.',
      code: `curl -X POST ${path}/votes \\\n  ${json} \\\n  -d '${vote}'`,
      what: 'the command',
    },
    {
      id: 'results',
      title: 'Read the results',
      text: 'With the key, you see the results before visitors do.',
      code: `curl ${path}/results \\\n  ${key}`,
      what: 'the command',
    },
    {
      id: 'list',
      title: 'List your polls',
      text: html`The newest come first. Send <code>meta.next_cursor</code> as <code>cursor</code> to get the next page, until it is null.`,
      code: `curl "${url}/api/v1/polls?limit=10" \\\n  ${key}`,
      what: 'the command',
    },
    {
      id: 'close',
      title: 'Close the poll',
      text: html`Only the members that you send change. <code>"status": "open"</code> opens it again.`,
      code: `curl -X PATCH ${path} \\\n  ${key} \\\n  ${json} \\\n  -d '{"status": "closed"}'`,
      what: 'the command',
    },
    {
      id: 'errors',
      title: 'Find an error',
      text: html`An error has a <code>code</code> for programs and a <code>message</code> for people. Every response has an <code>X-Request-Id</code>, which you can look up under <a href="${base}/dashboard/developers/requests">Requests</a>.${hasDocs && html` The <a href="${base}/docs">API reference</a> lists all errors.`}`,
      code: `curl -i ${url}/api/v1/polls/poll_unknown \\\n  ${key}`,
      what: 'the command',
    },
  ];
}
