// Entries that use the library import it by the package name, so that a program has one copy of it and one `AskwellError`.

/** The plugin for tsup. It replaces imports of `../../index.js` by `@askwell/server`. */
export const ownPackageForEsbuild = {
  name: 'askwell-own-package',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/\.\.\/index\.js$/ }, () => ({ path: '@askwell/server', external: true }));
  },
};
