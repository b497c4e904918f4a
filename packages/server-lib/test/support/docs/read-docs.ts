import { readFile } from 'node:fs/promises';

/** Reads a page of the documentation, such as `configuration.md`. */
export function readDocs(name: string): Promise<string> {
  return readFile(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8');
}

/** Returns blocks of one language, each with the block of another language below it. */
export function pairsOf(
  page: string,
  first: string,
  second: string,
): { title: string; upper: string; lower: string }[] {
  const pair = new RegExp(`^\`\`\`${first}\n(.*?)^\`\`\`\n\n\`\`\`${second}\n(.*?)^\`\`\`$`, 'gms');
  return page.split(/^#+ /m).flatMap((section) => {
    const [title = ''] = section.split('\n');
    return [...section.matchAll(pair)].map(([, upper = '', lower = '']) => ({ title, upper, lower }));
  });
}
