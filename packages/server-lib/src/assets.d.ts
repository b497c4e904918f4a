declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.css' {
  const text: string;
  export default text;
}

/** What `npm run build` of the widget's package leaves for the server to serve. */
declare module 'askwell:widget' {
  const built: {
    readonly script: string;
    /** What the script loads to draw results. */
    readonly results: string;
    /** Tables of words as JSON, by language tag. */
    readonly languages: Readonly<Record<string, string>>;
  };
  export default built;
}

/** A TypeScript file, bundled for browsers. */
declare module '*?script' {
  const text: string;
  export default text;
}

/** A stylesheet with all that it imports, or a TypeScript file, packed with gzip and written in base64. */
declare module '*?packed' {
  const base64: string;
  export default base64;
}

declare module '*?script&packed' {
  const base64: string;
  export default base64;
}

/** The package's own entry `src/viewer.ts`, as it was built. */
declare module '@askwell/server/viewer' {
  export const script: string;
  export const styles: string;
}
