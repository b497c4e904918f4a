import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { packageFolders } from './install.js';

/** A path that a package exports. */
export interface Entry {
  readonly package: string;
  /** The specifier of an import, such as `@askwell/server/contract`. */
  readonly name: string;
  readonly isTyped: boolean;
  /** Whether Node can import it: it does not contain only types, or source for the Svelte compiler. */
  readonly isImportable: boolean;
  readonly isRequirable: boolean;
}

const target = z.union([z.string(), z.record(z.string(), z.string())]);
const manifest = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), target)])),
});

/** Every entry of the published packages, as their `exports` list them, JSON files aside. */
export async function packageEntries(): Promise<Entry[]> {
  const lists = await Promise.all(packageFolders.map(readEntries));
  return lists.flat();
}

async function readEntries(folder: string): Promise<Entry[]> {
  const text = await readFile(new URL(`../../packages/${folder}/package.json`, import.meta.url), 'utf8');
  const { name, exports } = manifest.parse(JSON.parse(text));
  return Object.entries(exports)
    .filter(([path]) => !path.endsWith('.json'))
    .map(([path, conditions]) => {
      const [imported, required] =
        typeof conditions === 'string' ? [conditions, conditions] : [conditions['import'], conditions['require']];
      return {
        package: name,
        name: name + path.slice(1),
        isTyped: typeof imported === 'object' && 'types' in imported,
        isImportable: isCodeForNode(imported),
        isRequirable: isCodeForNode(required),
      };
    });
}

function isCodeForNode(conditions: z.infer<typeof target> | undefined): boolean {
  if (conditions === undefined || typeof conditions === 'string') return conditions !== undefined;
  return 'default' in conditions && !('svelte' in conditions);
}
