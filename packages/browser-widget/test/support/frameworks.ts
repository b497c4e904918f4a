import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from './bundle.js';
import { installPacked } from './packed.js';

/** Code that renders the component `App` with `props`. */
export interface Framework {
  readonly name: string;
  readonly onServer: string;
  readonly inBrowser: string;
  /** The app that uses all features of a component, and the app of the documentation, as paths in `test`. */
  readonly app: string;
  readonly recipe: string;
  /** The names of its packages, by their names in this repository. */
  readonly packages: Readonly<Record<string, string>>;
}

const react = {
  onServer: `import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    process.stdout.write(renderToString(createElement(App, props)));`,
  inBrowser: `import { createElement } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    hydrateRoot(document.getElementById('root'), createElement(App, props));`,
  app: 'apps/ReactApp.tsx',
  recipe: 'recipes/Lunch.tsx',
};

export const frameworks: readonly Framework[] = [
  { ...react, name: 'React 19', packages: { react: 'react', 'react-dom': 'react-dom' } },
  { ...react, name: 'React 18', packages: { react18: 'react', 'react-dom18': 'react-dom' } },
  {
    name: 'Vue 3',
    onServer: `import { createSSRApp } from 'vue';
      import { renderToString } from 'vue/server-renderer';
      renderToString(createSSRApp(App, props)).then((html) => process.stdout.write(html));`,
    inBrowser: `import { createSSRApp } from 'vue';
      createSSRApp(App, props).mount('#root');`,
    app: 'apps/VueApp.vue',
    recipe: 'recipes/TeamLunch.vue',
    packages: { vue: 'vue' },
  },
  {
    name: 'Svelte 5',
    onServer: `import { render } from 'svelte/server';
      process.stdout.write(render(App, { props }).body);`,
    inBrowser: `import { hydrate } from 'svelte';
      hydrate(App, { target: document.getElementById('root'), props });`,
    app: 'apps/SvelteApp.svelte',
    recipe: 'recipes/Lunch.svelte',
    packages: { svelte: 'svelte' },
  },
];

/** Copies an app into a new project that has the packed widget and the framework installed. */
export async function installApp({ onServer, inBrowser, packages }: Framework, path: string): Promise<App> {
  const project = await installPacked(packages);
  const file = join(project, basename(path));
  await copyFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), file);
  const renamed = Object.entries(packages).filter(([installed, name]) => installed !== name);
  const alias = Object.fromEntries(renamed.map(([, name]) => [name, join(project, 'node_modules', name)]));
  return { project, file, onServer, inBrowser, alias, props: {} };
}
