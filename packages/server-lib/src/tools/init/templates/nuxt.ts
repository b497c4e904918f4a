import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollPageModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import type { Scaffold } from './scaffold.js';

const origin = 'http://localhost:3000';

const routeModule = `import { toH3Handler } from '@askwell/server/h3';
import { askwell } from '../../utils/askwell';

export default defineEventHandler(toH3Handler(askwell));
`;

const indexModule = `// The other route has everything below /polls, but not /polls itself.
export { default } from './[...]';
`;

const pageModule = `import { firstPollPage } from '../utils/first-poll';

export default defineEventHandler((event) => {
  setResponseHeader(event, 'Content-Type', 'text/html; charset=utf-8');
  return firstPollPage();
});
`;

/** Nuxt 3 and 4, which have the same folder for server routes. */
export function nuxtScaffold({ typescript, packageManager }: Project): Scaffold {
  const extension = typescript ? 'ts' : 'js';
  const instance = instanceModule({ origin, typescript, readsEnv: true });
  return {
    title: 'Nuxt',
    files: [
      { path: `server/utils/askwell.${extension}`, content: instance },
      { path: `server/utils/first-poll.${extension}`, content: firstPollPageModule('./askwell') },
      { path: `server/routes/polls/[...].${extension}`, content: routeModule },
      { path: `server/routes/polls/index.${extension}`, content: indexModule },
      { path: `server/routes/poll.get.${extension}`, content: pageModule },
    ],
    packages: ['@askwell/server'],
    start: scriptCommand(packageManager, 'dev'),
    origin,
  };
}
