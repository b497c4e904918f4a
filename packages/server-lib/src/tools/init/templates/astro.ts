import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import type { Scaffold } from './scaffold.js';

const origin = 'http://localhost:4321';
const external = `vite: { ssr: { external: ['@askwell/server', 'better-sqlite3'] } },`;

const typedRoute = `import type { APIRoute } from 'astro';
import { askwell } from '../../lib/askwell';

export const prerender = false;
export const ALL: APIRoute = ({ request, clientAddress }) => askwell.fetch(request, { address: clientAddress });
`;

const page = `---
import { firstPoll } from '../lib/first-poll';

export const prerender = false;
const { id } = await firstPoll();
---
<script is:inline async src="/polls/widget.js"></script>
<askwell-poll poll-id={id}></askwell-poll>
`;

/** Astro 5 and later, with an adapter that renders pages on demand. */
export function astroScaffold({ typescript, packageManager, dependencies, has, read }: Project): Scaffold {
  const extension = typescript ? 'ts' : 'js';
  const route = typescript
    ? typedRoute
    : typedRoute.replace("import type { APIRoute } from 'astro';\n", '').replace(': APIRoute', '');
  const config = ['mjs', 'ts', 'js', 'mts', 'cjs'].map((end) => `astro.config.${end}`).find((path) => has(path));
  const isConfigured = config !== undefined && read(config)?.includes('@askwell/server');
  const hasAdapter = [...dependencies].some((name) => /^@astrojs\/(node|vercel|netlify|cloudflare)$/.test(name));
  return {
    title: 'Astro',
    files: [
      { path: `src/lib/askwell.${extension}`, content: instanceModule({ origin, typescript, readsEnv: false }) },
      { path: `src/lib/first-poll.${extension}`, content: firstPollModule('./askwell') },
      { path: `src/pages/polls/[...path].${extension}`, content: route },
      { path: 'src/pages/poll.astro', content: page },
    ],
    // A new project has no types of Node.
    packages: typescript ? ['@askwell/server', '@types/node'] : ['@askwell/server'],
    commands: hasAdapter ? [] : ['npx astro add node'],
    ...(isConfigured
      ? {}
      : { addByHand: [{ where: `the configuration in ${config ?? 'astro.config.mjs'}`, lines: [external] }] }),
    start: scriptCommand(packageManager, 'dev'),
    origin,
  };
}
