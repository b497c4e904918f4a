import { scriptCommand } from '../detect-package-manager.js';
import type { Framework, Project } from '../project.js';
import { firstPollHandlerModule, firstPollPageModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import { mountPath, type NewFile, pagePath, type Scaffold } from './scaffold.js';
import { expressRequest, signInByExpressRequest, signInByHeaders } from './sign-ins.js';
import { toCommonJs } from './to-common-js.js';

const origin = 'http://localhost:3000';

/** A framework whose app is code of the developer, who adds the lines. */
interface Wiring {
  readonly title: string;
  readonly where: string;
  /** Imports of the helper for the framework. */
  readonly imports: readonly string[];
  readonly lines: readonly string[];
  /** The function of the first poll that the lines use. Default: `firstPollPage`. */
  readonly page?: 'sendFirstPoll';
  /** Whether the request has what middleware of Express attaches. Otherwise, the user is found by the headers. */
  readonly isExpress?: boolean;
}

const express: Wiring = {
  title: 'Express',
  where: 'the module that creates your Express app (version 4 or 5)',
  imports: [`import { toExpressHandler } from '@askwell/server/express';`],
  lines: [`app.use('${mountPath}', toExpressHandler(askwell));`, `app.get('${pagePath}', sendFirstPoll);`],
  page: 'sendFirstPoll',
  isExpress: true,
};

const wirings: Partial<Record<Framework, Wiring>> = {
  express,
  nest: {
    title: 'Nest',
    where: 'main.ts, before app.listen',
    imports: express.imports,
    lines: [`app.use('${mountPath}', toExpressHandler(askwell));`, `app.use('${pagePath}', sendFirstPoll);`],
    page: 'sendFirstPoll',
    isExpress: true,
  },
  fastify: {
    title: 'Fastify',
    where: 'the module that creates your Fastify app',
    imports: [`import { fastifyAskwell } from '@askwell/server/fastify';`],
    lines: [
      `app.register(fastifyAskwell, { askwell, prefix: '${mountPath}' });`,
      `app.get('${pagePath}', async (_request, reply) => reply.type('text/html').send(await firstPollPage()));`,
    ],
  },
  koa: {
    title: 'Koa',
    where: 'the module that creates your Koa app',
    imports: [`import { toKoaMiddleware } from '@askwell/server/koa';`],
    lines: [
      'app.use(toKoaMiddleware(askwell));',
      'app.use(async (context, next) => {',
      `  if (context.path !== '${pagePath}') return next();`,
      `  context.type = 'html';`,
      '  context.body = await firstPollPage();',
      '});',
    ],
  },
  hono: {
    title: 'Hono',
    where: 'the module that creates your Hono app',
    imports: [`import { toHonoHandler } from '@askwell/server/hono';`],
    lines: [
      `app.all('${mountPath}/*', toHonoHandler(askwell));`,
      `app.get('${pagePath}', async (context) => context.html(await firstPollPage()));`,
    ],
  },
};

const otherWiring: Wiring = {
  title: 'a framework that this command does not know',
  where: `a route for all methods below ${mountPath}, and one for ${pagePath}`,
  imports: [],
  lines: [
    'return askwell.fetch(request, { address }); // address: that of the client, as your framework knows it',
    `return new Response(await firstPollPage(), { headers: { 'Content-Type': 'text/html; charset=utf-8' } });`,
  ],
};

const serverModule = `import { createServer } from 'node:http';
import { askwell } from './askwell.js';
import { firstPollPage } from './first-poll.js';

const server = createServer((request, response) => {
  askwell.node(request, response, () => {
    if (request.url !== '${pagePath}') return response.writeHead(404).end();
    firstPollPage().then(
      (page) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page),
      () => response.writeHead(500).end(),
    );
  });
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    askwell.drain();
    server.close(() => askwell.close());
  });
}
`;

/** Returns what is added for frameworks with an app module, and for plain Node. */
export function nodeScaffold(project: Project): Scaffold {
  const { framework, typescript, esm, packageManager } = project;
  const folder = project.has('src') ? 'src/' : '';
  const extension = typescript ? 'ts' : 'js';
  const wiring = framework === 'node' ? undefined : (wirings[framework] ?? otherWiring);
  const toModule = typescript || esm ? (source: string) => source : toCommonJs;
  const file = (name: string, content: string): NewFile => ({
    path: `${folder}${name}.${extension}`,
    content: toModule(content),
  });
  const request = wiring?.isExpress ? { request: expressRequest } : {};
  const modules = [
    file('askwell', instanceModule({ origin, typescript, readsEnv: false, ...request })),
    file(
      'first-poll',
      wiring?.page === 'sendFirstPoll'
        ? firstPollHandlerModule('./askwell.js', typescript)
        : firstPollPageModule('./askwell.js'),
    ),
  ];
  const { imports: userImports = [], body } = (wiring?.isExpress ? signInByExpressRequest : signInByHeaders)(project);
  const user = { imports: userImports.map(toModule), body };
  const shared = { packages: ['@askwell/server'], origin, user, ...request };
  if (wiring === undefined) {
    const server = file('askwell-server', serverModule);
    const start = typescript ? `npx tsx ${server.path}` : `node ${server.path}`;
    return { ...shared, title: 'Node without a framework', files: [...modules, server], start };
  }
  const { title, where, imports, lines, page = 'firstPollPage' } = wiring;
  const own = [`import { askwell } from './askwell.js';`, `import { ${page} } from './first-poll.js';`];
  const added = toModule([...imports, ...own, '', ...lines].join('\n')).split('\n');
  const start = scriptCommand(packageManager, project.scripts.has('dev') ? 'dev' : 'start');
  return { ...shared, title, files: modules, addByHand: [{ where, lines: added }], start };
}
