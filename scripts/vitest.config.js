export default {
  test: { name: 'system', include: ['**/*.system.test.mjs'], testTimeout: 120_000 },
};
