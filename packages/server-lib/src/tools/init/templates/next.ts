import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import type { NewFile, Scaffold, UserExample } from './scaffold.js';

const origin = 'http://localhost:3000';
const withPayload: UserExample = {
  imports: ["import config from '@payload-config';", "import { getPayload } from 'payload';"],
  body: [
    'const payload = await getPayload({ config });',
    'const { user } = await payload.auth({ headers });',
    "return user ? { id: String(user.id), name: user.email ?? 'User', email: user.email } : null;",
  ],
};
const external = `serverExternalPackages: ['@askwell/server', 'better-sqlite3'],`;

const routeModule = `import { toNextJsHandler } from '@askwell/server/next';
import { askwell } from '../../../lib/askwell';

// Next does not tell the client's address, and all visitors share one rate limit. Behind a proxy that sets a header, name it:
// toNextJsHandler(askwell, { address: 'x-real-ip' })
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextJsHandler(askwell);
`;

/** @param lib The path from the page to the folder `lib`. */
const pageModule = (lib: string): string => `import { AskwellPoll } from '@askwell/widget/react';
import { firstPoll } from '${lib}/first-poll';

// The poll is read at each request, not during the build.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const { id } = await firstPoll();
  return <AskwellPoll pollId={id} server="/polls" />;
}
`;

/** Next's App Router, in `app` or `src/app`. Payload is a Next app whose pages are in a route group with its own layout. */
export function nextScaffold(project: Project): Scaffold {
  const inSource = project.has('src/app') || (!project.has('app') && project.has('src'));
  const base = inSource ? 'src/' : '';
  const extension = project.typescript ? 'ts' : 'js';
  const instance = instanceModule({ origin, typescript: project.typescript, readsEnv: true });
  const isPayload = project.framework === 'payload';
  const group = isPayload && project.has(`${base}app/(frontend)`) ? '(frontend)/' : '';
  const config = ['js', 'mjs', 'ts', 'mts', 'cjs'].map((end) => `next.config.${end}`).find((path) => project.has(path));
  const files: NewFile[] = [
    { path: `${base}lib/askwell.${extension}`, content: instance },
    { path: `${base}lib/first-poll.${extension}`, content: firstPollModule('./askwell') },
    { path: `${base}app/polls/[[...path]]/route.${extension}`, content: routeModule },
    {
      path: `${base}app/${group}poll/page.${extension}x`,
      content: pageModule(group === '' ? '../../lib' : '../../../lib'),
    },
  ];
  const shared = {
    title: isPayload ? 'Payload' : 'Next.js',
    packages: ['@askwell/server', '@askwell/widget'],
    start: scriptCommand(project.packageManager, 'dev'),
    origin,
    ...(isPayload ? { user: withPayload } : {}),
  };
  if (config !== undefined) {
    if (project.read(config)?.includes('@askwell/server')) return { ...shared, files };
    return { ...shared, files, addByHand: [{ where: `the configuration in ${config}`, lines: [external] }] };
  }
  return {
    ...shared,
    files: [...files, { path: 'next.config.mjs', content: `export default {\n  ${external}\n};\n` }],
  };
}
