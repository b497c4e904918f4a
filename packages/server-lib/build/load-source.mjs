import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Makes each import a new module. */
let loaded = 0;

/** Returns the exports of TypeScript code, which imports files by their paths from the package. */
export async function loadSource(contents, options = {}) {
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
    ...options,
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
