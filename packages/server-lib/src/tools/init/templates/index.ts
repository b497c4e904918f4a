import type { Framework, Project } from '../project.js';
import { adonisScaffold } from './adonis.js';
import { astroScaffold } from './astro.js';
import { nextScaffold } from './next.js';
import { nodeScaffold } from './node-frameworks.js';
import { nuxtScaffold } from './nuxt.js';
import { reactRouterScaffold } from './react-router.js';
import type { Scaffold } from './scaffold.js';
import { sveltekitScaffold } from './sveltekit.js';
import { tanstackStartScaffold } from './tanstack-start.js';

/** The frameworks with folders for routes. */
const scaffolds: Partial<Record<Framework, (project: Project) => Scaffold>> = {
  next: nextScaffold,
  payload: nextScaffold,
  sveltekit: sveltekitScaffold,
  nuxt: nuxtScaffold,
  'react-router': reactRouterScaffold,
  astro: astroScaffold,
  'tanstack-start': tanstackStartScaffold,
  adonis: adonisScaffold,
};

/** Returns what `askwell init` adds to a project. */
export function scaffoldFor(project: Project): Scaffold {
  return (scaffolds[project.framework] ?? nodeScaffold)(project);
}
