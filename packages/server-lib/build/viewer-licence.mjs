// The package contains Swagger UI, whose licence requires its text and those of the code in it.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export async function writeViewerLicence() {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const names = ['NOTICE', 'LICENSE', 'swagger-ui-es-bundle.js.LICENSE.txt'];
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  await writeFile('dist/viewer.LICENSE.txt', texts.join('\n'));
}
