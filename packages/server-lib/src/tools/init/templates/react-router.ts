import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import type { Scaffold } from './scaffold.js';

const origin = 'http://localhost:5173';

const routeModule = (handlerType: string): string => `import { askwell } from '../lib/askwell.server';

// React Router does not tell the client's address, and all visitors share one rate limit. Behind a proxy that always sets a
// header, pass it: askwell.fetch(request, { address: request.headers.get('x-real-ip') ?? undefined })
const handle = ({ request }${handlerType}) => askwell.fetch(request);

export { handle as action, handle as loader };
`;

const pageModule = `import { AskwellPoll } from '@askwell/widget/react';
import { useLoaderData } from 'react-router';
import { firstPoll } from '../lib/first-poll.server';

export async function loader() {
  const { id } = await firstPoll();
  return { id };
}

export default function Page() {
  const { id } = useLoaderData${'<typeof loader>'}();
  return <AskwellPoll pollId={id} server="/polls" />;
}
`;

/** React Router 7 in framework mode. */
export function reactRouterScaffold({ typescript, packageManager, read }: Project): Scaffold {
  const extension = typescript ? 'ts' : 'js';
  const routes = `app/routes.${extension}`;
  const text = read(routes) ?? '';
  // Routes by file names need no list of routes.
  const byName = /flatRoutes|autoRoutes|createRoutesFromFolders/.test(text);
  const route = byName ? 'polls.$' : 'polls';
  const lines = [`route('polls/*', 'routes/polls.${extension}'),`, `route('poll', 'routes/poll.${extension}x'),`];
  return {
    title: 'React Router',
    files: [
      {
        path: `app/lib/askwell.server.${extension}`,
        content: instanceModule({ origin, typescript, readsEnv: false }),
      },
      { path: `app/lib/first-poll.server.${extension}`, content: firstPollModule('./askwell.server') },
      {
        path: `app/routes/${route}.${extension}`,
        content: routeModule(typescript ? ': { request: Request }' : ''),
      },
      {
        path: `app/routes/poll.${extension}x`,
        content: typescript ? pageModule : pageModule.replace('<typeof loader>', ''),
      },
    ],
    packages: ['@askwell/server', '@askwell/widget'],
    ...(byName || text.includes('routes/polls.')
      ? {}
      : { addByHand: [{ where: `the array in ${routes}, with route from @react-router/dev/routes`, lines }] }),
    start: scriptCommand(packageManager, 'dev'),
    origin,
  };
}
