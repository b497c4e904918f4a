import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('what the README tells users of React is what compiles here', async () => {
  const [readme, recipe] = await Promise.all(
    ['../README.md', './types/recipe.tsx'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  expect(readme).toContain(`\`\`\`tsx\n${recipe}\`\`\``);
});
