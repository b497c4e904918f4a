/** How a framework renders the component `App` with `props`. */
export interface Framework {
  readonly name: string;
  readonly onServer: string;
  readonly inBrowser: string;
  /** The app in `test/apps`. */
  readonly app: string;
  /** The names of its packages, by the names that they are installed under here. */
  readonly packages: Readonly<Record<string, string>>;
}

const react = {
  onServer: `import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    process.stdout.write(renderToString(createElement(App, props)));`,
  inBrowser: `import { createElement } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    hydrateRoot(document.getElementById('root'), createElement(App, props));`,
  app: 'ReactApp.tsx',
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
    app: 'VueApp.vue',
    packages: { vue: 'vue' },
  },
  {
    name: 'Svelte 5',
    onServer: `import { render } from 'svelte/server';
      process.stdout.write(render(App, { props }).body);`,
    inBrowser: `import { hydrate } from 'svelte';
      hydrate(App, { target: document.getElementById('root'), props });`,
    app: 'SvelteApp.svelte',
    packages: { svelte: 'svelte' },
  },
];
