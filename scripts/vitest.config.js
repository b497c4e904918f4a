export default {
  test: { name: 'core', include: ['**/*.core.test.mjs'], testTimeout: 120_000 },
};
