declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.css' {
  const text: string;
  export default text;
}

/** A TypeScript file, bundled for browsers. */
declare module '*?script' {
  const text: string;
  export default text;
}
