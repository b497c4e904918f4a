import { runCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollPageModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import { pagePath, type Scaffold } from './scaffold.js';

const origin = 'http://localhost:3333';

const middleware = `import type { HttpContext } from '@adonisjs/core/http';
import type { NextFn } from '@adonisjs/core/types/http';
import { askwell } from '../services/askwell.js';

/** Answers the requests to Askwell, before Adonis reads their bodies and checks CSRF tokens. */
export default class AskwellMiddleware {
  async handle({ request, response }: HttpContext, next: NextFn) {
    let isPassed = false;
    await askwell.node(request.request, response.response, () => {
      isPassed = true;
    });
    if (isPassed) return next();
  }
}
`;

/** AdonisJS 6 and later, whose apps are ES modules in TypeScript. */
export function adonisScaffold({ packageManager, read }: Project): Scaffold {
  const wiring = [
    {
      file: 'start/kernel.ts',
      where: 'start/kernel.ts, as the first entry of server.use',
      lines: [`() => import('#middleware/askwell_middleware'),`],
    },
    {
      file: 'start/routes.ts',
      where: 'start/routes.ts',
      lines: [
        `import { firstPollPage } from '#services/first_poll';`,
        '',
        `router.get('${pagePath}', async ({ response }) => response.type('html').send(await firstPollPage()));`,
      ],
    },
  ];
  return {
    title: 'AdonisJS',
    files: [
      // Adonis reads .env before it loads middleware.
      { path: 'app/services/askwell.ts', content: instanceModule({ origin, typescript: true, readsEnv: true }) },
      { path: 'app/services/first_poll.ts', content: firstPollPageModule('./askwell.js') },
      { path: 'app/middleware/askwell_middleware.ts', content: middleware },
    ],
    packages: ['@askwell/server'],
    addByHand: wiring.filter(({ file, lines }) => !read(file)?.includes(lines.at(-1) ?? '')),
    start: runCommand(packageManager, 'dev'),
    origin,
  };
}
