import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import type { Scaffold } from './scaffold.js';

const origin = 'http://localhost:3000';

const routeModule = (handlerType: string): string => `import { createFileRoute } from '@tanstack/react-router';
import { askwell } from '../../lib/askwell.server';

// TanStack Start does not tell the client's address, and all visitors share one rate limit. Behind a proxy that always sets a
// header, pass it: askwell.fetch(request, { address: request.headers.get('x-real-ip') ?? undefined })
const handle = ({ request }${handlerType}) => askwell.fetch(request);

export const Route = createFileRoute('/polls/$')({
  server: {
    handlers: { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle },
  },
});
`;

const pageModule = `import { AskwellPoll } from '@askwell/widget/react';
import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';

const loadPoll = createServerFn({ method: 'GET' }).handler(async () => {
  const { firstPoll } = await import('../lib/first-poll.server');
  const { id } = await firstPoll();
  return { id };
});

export const Route = createFileRoute('/poll')({ loader: () => loadPoll(), component: Page });

function Page() {
  const { id } = Route.useLoaderData();
  return <AskwellPoll pollId={id} server="/polls" />;
}
`;

/** TanStack Start with React. */
export function tanstackStartScaffold({ typescript, packageManager }: Project): Scaffold {
  const extension = typescript ? 'ts' : 'js';
  return {
    title: 'TanStack Start',
    files: [
      {
        path: `src/lib/askwell.server.${extension}`,
        content: instanceModule({ origin, typescript, readsEnv: false }),
      },
      { path: `src/lib/first-poll.server.${extension}`, content: firstPollModule('./askwell.server') },
      { path: `src/routes/polls/$.${extension}`, content: routeModule(typescript ? ': { request: Request }' : '') },
      { path: `src/routes/poll.${extension}x`, content: pageModule },
    ],
    packages: ['@askwell/server', '@askwell/widget'],
    start: scriptCommand(packageManager, 'dev'),
    origin,
  };
}
