import { defineConfig, type Options } from 'tsup';

const shared: Options = { target: 'node20', sourcemap: true };

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    format: ['esm', 'cjs'],
    // Resolved in the app, by the conditions of its runtime or bundler: see `imports` in package.json.
    external: ['#undici'],
  },
  { ...shared, entry: { 'no-undici': 'src/backends/no-undici.ts' }, format: ['esm'] },
]);
