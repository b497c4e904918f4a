import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the JSON Schemas of all components, which are defined in TypeScript. */
export async function loadSchemas() {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import './src/accounts/account-schema.ts';
        import './src/asks/copy/copy-schema.ts';
        import './src/asks/schemas/ticket-schema.ts';
        import './src/asks/schemas/visitor-state-schema.ts';
        import './src/embed/view-schema.ts';
        import './src/quizzes/schemas/started-quiz-schema.ts';
        import './src/sites/site-schema.ts';
        import './src/webhooks/deliveries/delivery-schema.ts';
        import './src/webhooks/webhook-schema.ts';
        export { componentSchemas } from './src/openapi/schemas.ts';
      `,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    // The schemas register themselves when they are imported.
    ignoreAnnotations: true,
    format: 'esm',
    packages: 'external',
    platform: 'node',
    write: false,
  });
  // Next to node_modules, so that the packages that it imports are found.
  const folder = `${root}node_modules/.cache`;
  const file = `${folder}/schemas-${process.pid}.mjs`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, outputFiles[0].contents);
  try {
    const { componentSchemas } = await import(pathToFileURL(file).href);
    return componentSchemas('types');
  } finally {
    await rm(file);
  }
}
