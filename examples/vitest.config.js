/** One process tests all examples. Each of them also tests itself, with `npm test` in its folder. */
export default {
  test: {
    name: 'system',
    include: ['*/*.system.test.js'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each starts programs of its own.
    fileParallelism: false,
    // The process loads each module once for all files.
    isolate: false,
  },
};
