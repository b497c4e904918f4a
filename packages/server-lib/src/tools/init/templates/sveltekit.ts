import { scriptCommand } from '../detect-package-manager.js';
import type { Project } from '../project.js';
import { firstPollModule } from './first-poll.js';
import { instanceModule } from './instance.js';
import type { Scaffold } from './scaffold.js';

const origin = 'http://localhost:5173';

const routeModule = `import { toSvelteKitHandler } from '@askwell/server/sveltekit';
import { askwell } from '$lib/server/askwell';

export const fallback = toSvelteKitHandler(askwell);
`;

const loadModule = `import { firstPoll } from '$lib/server/first-poll';

export const prerender = false;

export async function load() {
  const { id } = await firstPoll();
  return { id };
}
`;

const page = `<script>
  import { AskwellPoll } from '@askwell/widget/svelte';

  let { data } = $props();
</script>

<AskwellPoll pollId={data.id} server="/polls" />
`;

/** SvelteKit with Svelte 5. */
export function sveltekitScaffold({ typescript, packageManager }: Project): Scaffold {
  const extension = typescript ? 'ts' : 'js';
  const env = { name: 'env', import: `import { env } from '$env/dynamic/private';` };
  const instance = instanceModule({ origin, typescript, readsEnv: true, env });
  return {
    title: 'SvelteKit',
    files: [
      { path: `src/lib/server/askwell.${extension}`, content: instance },
      { path: `src/lib/server/first-poll.${extension}`, content: firstPollModule('./askwell') },
      { path: `src/routes/polls/[...path]/+server.${extension}`, content: routeModule },
      { path: `src/routes/poll/+page.server.${extension}`, content: loadModule },
      { path: 'src/routes/poll/+page.svelte', content: typescript ? page.replace('<script>', typedScript) : page },
    ],
    packages: ['@askwell/server', '@askwell/widget'],
    start: scriptCommand(packageManager, 'dev'),
    origin,
  };
}

const typedScript = '<script lang="ts">';
