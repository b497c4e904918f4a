// An entry that builds on the library imports it by the package's name: a program then has one copy of it, and one
// `AskwellError`.

/** For tsup: `../index.js` becomes `@askwell/server`. */
export const ownPackageForEsbuild = {
  name: 'askwell-own-package',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: '@askwell/server', external: true }));
  },
};
