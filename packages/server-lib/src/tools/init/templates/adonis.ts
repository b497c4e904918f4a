import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollPageModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import { type FrameworkRequest, pagePath, type Scaffold, type UserExample } from './scaffold.js';

const origin = 'http://localhost:3333';

const middleware = `import type { HttpContext } from '@adonisjs/core/http';
import type { NextFn } from '@adonisjs/core/types/http';
import { askwell } from '../services/askwell.js';

/** Answers the requests to Askwell, before Adonis reads their bodies and checks CSRF tokens. */
export default class AskwellMiddleware {
  async handle(context: HttpContext, next: NextFn) {
    const { request, response } = context;
    let isPassed = false;
    const pass = () => {
      isPassed = true;
    };
    await askwell.node(request.request, response.response, pass, { request: context });
    if (isPassed) return next();
  }
}
`;

const request: FrameworkRequest = {
  name: 'context',
  type: 'HttpContext',
  import: `import type { HttpContext } from '@adonisjs/core/http';`,
};

const withAdonisAuth: UserExample = {
  body: [
    'await context.auth.check();',
    'const { user } = context.auth;',
    'return user ? { id: String(user.id), name: user.fullName ?? user.email, email: user.email } : null;',
  ],
};
const withSession: UserExample = {
  body: [
    '// findUserById stands for the code of your app that loads a user.',
    "const id: unknown = context.session.get('userId');",
    'const user = id ? await findUserById(id) : null;',
    'return user ? { id: String(user.id), name: user.name, email: user.email } : null;',
  ],
};

/** AdonisJS 6 and later, whose apps are ES modules in TypeScript. */
export function adonisScaffold({ packageManager, dependencies, read }: Project): Scaffold {
  const wiring = [
    {
      file: 'start/kernel.ts',
      where:
        'start/kernel.ts, at the end of server.use. Move the session and the authentication there from router.use, before it',
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
      {
        path: 'app/services/askwell.ts',
        content: instanceModule({ origin, typescript: true, readsEnv: true, request }),
      },
      { path: 'app/services/first_poll.ts', content: firstPollPageModule('./askwell.js') },
      { path: 'app/middleware/askwell_middleware.ts', content: middleware },
    ],
    packages: ['@askwell/server'],
    addByHand: wiring.filter(({ file, lines }) => !read(file)?.includes(lines.at(-1) ?? '')),
    start: scriptCommand(packageManager, 'dev'),
    origin,
    request,
    user: dependencies.has('@adonisjs/auth') ? withAdonisAuth : withSession,
  };
}
