import { readFile } from 'node:fs/promises';
import type { TestServer } from '../../packages/client-sdk/test/support/server.js';

const page = await readFile(new URL('../../packages/client-sdk/README.md', import.meta.url), 'utf8');

/** Returns the code blocks of a language in the README of the client. */
function blocks(language: string): string {
  const pattern = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...page.matchAll(pattern)].map(([, block = '']) => block).join('\n');
}

/** The programs of the README of the client as one program, which runs next to `plain-output.mjs`. */
export const clientReadmeProgram = `import './plain-output.mjs';\n${blocks('js')}`;

/** The output that the README shows. */
export const clientReadmeOutput = blocks('text').replaceAll('\n\n', '\n');

/** Returns the environment of a client of a new server. */
export async function clientEnvironment(
  server: TestServer,
): Promise<{ ASKWELL_API_KEY: string; ASKWELL_BASE_URL: string }> {
  return { ASKWELL_API_KEY: await server.createKey('Runtime'), ASKWELL_BASE_URL: server.url };
}
