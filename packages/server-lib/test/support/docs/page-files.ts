import { readDocs } from './read-docs.js';

/** A file on a page of the documentation, with the path in its first line. */
export interface PageFile {
  /** Relative to the project, such as `app/lunch/[id]/page.js`. */
  readonly path: string;
  readonly text: string;
}

const block = /^```\w+\n(?:\/\/ (\S+)|<!-- (\S+) -->)\n(.*?)^```$/gms;

/** Returns the files of a page, such as `frameworks/next`: the code blocks that begin with a path in a comment. */
export async function filesOf(name: string): Promise<PageFile[]> {
  const page = await readDocs(`${name}.md`);
  return [...page.matchAll(block)].flatMap(([, script, markup, text = '']) => {
    const path = script ?? markup ?? '';
    return /\.\w+$/.test(path) ? [{ path, text }] : [];
  });
}

/** Returns the `server.js` of a page. */
export async function programOf(name: string): Promise<string> {
  const program = (await filesOf(name)).find(({ path }) => path === 'server.js');
  if (!program) throw new Error(`docs/${name}.md has no server.js.`);
  return program.text;
}
