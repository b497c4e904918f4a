/** The helpers for frameworks, by the names of their entries. */
export const frameworks = Object.fromEntries(
  ['express', 'fastify', 'koa', 'hono', 'next', 'sveltekit', 'h3'].map((name) => [name, `src/adapters/${name}.ts`]),
);

/** Imported by the name of the package, so that they are loaded only when they are needed. */
export const onDemand = ['@askwell/server/viewer', '@askwell/server/mcp-sdk', '@askwell/server/temml'];
