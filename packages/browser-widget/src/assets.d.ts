declare module '*.css' {
  const text: string;
  export default text;
}

/** What the file that draws results must be, as a page says it of a script. */
declare module 'askwell:results' {
  const integrity: string;
  export default integrity;
}

declare module '*.svelte' {
  import type { Component } from 'svelte';

  const component: Component;
  export default component;
}
