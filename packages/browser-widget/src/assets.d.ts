declare module '*.css' {
  const text: string;
  export default text;
}

/** The integrity hashes of the files that are loaded on demand. */
declare module 'askwell:results' {
  const integrity: string;
  export default integrity;
}
declare module 'askwell:questions' {
  const integrity: string;
  export default integrity;
}
declare module 'askwell:quiz' {
  const integrity: string;
  export default integrity;
}

declare module '*.svelte' {
  import type { Component } from 'svelte';

  const component: Component;
  export default component;
}
