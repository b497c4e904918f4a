declare module '*.css' {
  const text: string;
  export default text;
}

/** The integrity hash of the file that renders results. */
declare module 'askwell:results' {
  const integrity: string;
  export default integrity;
}

declare module '*.svelte' {
  import type { Component } from 'svelte';

  const component: Component;
  export default component;
}
