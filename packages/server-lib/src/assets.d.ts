declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.css' {
  const text: string;
  export default text;
}

/** The built files of the widget package, which the server serves. */
declare module 'askwell:widget' {
  const built: {
    readonly script: string;
    /** The script that the widget loads to render results. */
    readonly results: string;
    /** The script that the widget loads for quizzes, forms and tickets. */
    readonly questions: string;
    /** The script that the widget loads for quizzes. */
    readonly quiz: string;
    /** The translations as JSON, by language tag. */
    readonly languages: Readonly<Record<string, string>>;
  };
  export default built;
}

/** A TypeScript file, bundled for browsers. */
declare module '*?script' {
  const text: string;
  export default text;
}

/** A bundled stylesheet or TypeScript file, gzipped and encoded as base64. */
declare module '*?packed' {
  const base64: string;
  export default base64;
}

declare module '*?script&packed' {
  const base64: string;
  export default base64;
}

/** The built entry `src/viewer.ts` of this package. */
declare module '@askwell/server/viewer' {
  export const script: string;
  export const styles: string;
}

/** The built entry `src/api/mcp/mcp-sdk.ts` of this package. */
declare module '@askwell/server/mcp-sdk' {
  export { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
  export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
}

/** The built entry `src/core/formulas/temml.ts` of this package. */
declare module '@askwell/server/temml' {
  export { default } from 'temml';
}
