import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Makes each import a module of its own. */
let loaded = 0;

/** Returns the JSON Schemas of all components, which are defined in TypeScript. */
export async function loadSchemas() {
  const { componentSchemas } = await load(`
    import './src/accounts/account-schema.ts';
    import './src/asks/copy/copy-schema.ts';
    import './src/asks/schemas/results-link-schema.ts';
    import './src/asks/schemas/working-copy-schema.ts';
    import './src/asks/schemas/ticket-schema.ts';
    import './src/asks/schemas/visitor-state-schema.ts';
    import './src/embed/view-schema.ts';
    import './src/quizzes/schemas/started-quiz-schema.ts';
    import './src/sites/site-schema.ts';
    import './src/webhooks/deliveries/delivery-schema.ts';
    import './src/webhooks/webhook-schema.ts';
    export { componentSchemas } from './src/openapi/schemas.ts';
  `);
  return componentSchemas('types');
}

/** Returns the table of options, the settings of the command, and the functions that describe them. */
export function loadOptions() {
  return load(`
    export { optionTable } from './src/options/option-table.ts';
    export { describeOptions, interfacesOf, printMembers } from './src/options/describe-options.ts';
    export { variableName } from './src/cli/parsed-settings.ts';
    export { serveSettings } from './src/cli/serve/settings/serve-settings.ts';
  `);
}

/** Returns the exports of TypeScript code. */
async function load(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    loader: { '.sql': 'text' },
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
  const file = `${folder}/generate-${process.pid}.mjs`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, outputFiles[0].contents);
  try {
    return await import(`${pathToFileURL(file).href}?${loaded++}`);
  } finally {
    await rm(file);
  }
}
