import type { Project } from '../project.js';
import { nextScaffold } from './next.js';
import { nodeScaffold } from './node-frameworks.js';
import { nuxtScaffold } from './nuxt.js';
import type { Scaffold } from './scaffold.js';
import { sveltekitScaffold } from './sveltekit.js';

/** Returns what `askwell init` adds to a project. */
export function scaffoldFor(project: Project): Scaffold {
  if (project.framework === 'next') return nextScaffold(project);
  if (project.framework === 'sveltekit') return sveltekitScaffold(project);
  if (project.framework === 'nuxt') return nuxtScaffold(project);
  return nodeScaffold(project);
}
