// Replaces zod in the writer thread. Requests are validated before they are sent to it, and loading zod and building the
// schemas of all kinds would take most of the time that the thread needs to start.
const standIn = `
const parses = /^(safe)?(parse|decode|encode)(Async)?$/;
const refuse = () => {
  throw new Error('The writer thread has no schemas.');
};
const schema = new Proxy(() => {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => 'schema' : parses.test(String(name)) ? refuse : schema),
  apply: () => schema,
});
export const z = schema;
`;

/** The plugin for esbuild and tsup. */
export const withoutSchemasForEsbuild = {
  name: 'askwell-without-schemas',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, () => ({ path: 'zod', namespace: 'askwell-without-schemas' }));
    build.onLoad({ filter: /./, namespace: 'askwell-without-schemas' }, () => ({ contents: standIn }));
  },
};
