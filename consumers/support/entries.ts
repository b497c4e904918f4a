import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { packageFolders } from './install.js';

/** A path that a package exports. */
export interface Entry {
  readonly package: string;
  /** What an import names, such as `@askwell/server/contract`. */
  readonly name: string;
  readonly isTyped: boolean;
  /** Whether it has code, and is not types only. */
  readonly isImportable: boolean;
  readonly isRequirable: boolean;
}

const target = z.union([z.string(), z.record(z.string(), z.string())]);
const manifest = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), target)])),
});

/** Every entry of the published packages, as their `exports` list them, package.json aside. */
export async function packageEntries(): Promise<Entry[]> {
  const lists = await Promise.all(packageFolders.map(readEntries));
  return lists.flat();
}

async function readEntries(folder: string): Promise<Entry[]> {
  const text = await readFile(new URL(`../../packages/${folder}/package.json`, import.meta.url), 'utf8');
  const { name, exports } = manifest.parse(JSON.parse(text));
  return Object.entries(exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, conditions]) => {
      const [imported, required] =
        typeof conditions === 'string' ? [conditions, conditions] : [conditions['import'], conditions['require']];
      return {
        package: name,
        name: name + path.slice(1),
        isTyped: typeof imported === 'object' && 'types' in imported,
        isImportable: hasCode(imported),
        isRequirable: hasCode(required),
      };
    });
}

function hasCode(conditions: z.infer<typeof target> | undefined): boolean {
  return typeof conditions === 'string' || (conditions !== undefined && 'default' in conditions);
}
