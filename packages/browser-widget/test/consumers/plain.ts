/* The code of a page. The test compiles it against the packed package. */
import {
  type AskEvents,
  type AskwellPoll,
  define,
  type ErrorBody,
  type ScriptSource,
  serverUrl,
} from '@askwell/widget';

define({ server: 'https://polls.example.com' });

const poll: AskwellPoll = document.createElement('askwell-poll');
poll.addEventListener('askwell:error', (event) => console.log(event.detail.code));
document.addEventListener('askwell:answer', (event: AskEvents['askwell:answer']) => {
  if (event.detail.kind === 'poll') console.log(event.detail.answer.choices);
});

document.addEventListener('askwell:published', ({ detail }) => console.log(detail.kind));

export const refusal: ErrorBody = { message: 'Not found.', code: 'not_found' };
export const source: ScriptSource = { src: '' };
export const server: string | null = serverUrl(source);

// @ts-expect-error The server is an address.
define({ server: 42 });
