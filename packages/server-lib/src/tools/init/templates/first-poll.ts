import { mountPath } from './scaffold.js';

/** Returns the module with the function `firstPoll`, as an ES module. */
export function firstPollModule(instance: string): string {
  return `import { askwell } from '${instance}';

/** Returns the poll of a first owner, and creates both the first time. Replace the owner with users of your app. */
export async function firstPoll() {
  const owner = await askwell.accounts.ensure({ externalId: 'first-owner', name: 'First owner' });
  return askwell.polls.ensure(owner, 'first', { title: 'Lunch on Friday?', options: ['Soup', 'Salad'] });
}
`;
}

/** Returns the module with the functions `firstPoll` and `firstPollPage`, for apps that send HTML. */
export function firstPollPageModule(instance: string): string {
  return `${firstPollModule(instance)}
/** Returns a page that shows the poll. */
export async function firstPollPage() {
  const { id } = await firstPoll();
  return \`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>A poll</title>
    <script async src="${mountPath}/widget.js"></script>
  </head>
  <body>
    <askwell-poll poll-id="\${id}"></askwell-poll>
  </body>
</html>
\`;
}
`;
}

/** Returns the module with the functions `firstPoll`, `firstPollPage` and `sendFirstPoll`, for apps with handlers of Express. */
export function firstPollHandlerModule(instance: string, typescript: boolean): string {
  const types = typescript ? `import type { IncomingMessage, ServerResponse } from 'node:http';\n` : '';
  const parameters = typescript
    ? '_request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void'
    : '_request, response, next';
  return `${types}${firstPollPageModule(instance)}
/** Sends the page. Passes errors to \`next\`, because Express 4 does not wait for promises. */
export function sendFirstPoll(${parameters})${typescript ? ': void' : ''} {
  firstPollPage().then((page) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page);
  }, next);
}
`;
}
