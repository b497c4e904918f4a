import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.js';
import { type CliResult, runCli } from './run-cli.js';

/** The app of a developer, in its own folder. */
export interface App {
  readonly folder: string;
  /** Runs `askwell init` in the folder. */
  init(...words: string[]): Promise<CliResult>;
  /** Writes a file of the app. */
  write(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Returns the content of all files by path, except installed packages. */
  files(): Promise<Record<string, string>>;
  remove(): Promise<void>;
}

const modules = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));

/** Creates an app with files, whose content is text or a JSON value. The built packages are installed. */
export async function createApp(files: Readonly<Record<string, string | object>>): Promise<App> {
  const folder = await temporaryFolder();
  await symlink(modules, join(folder, 'node_modules'));
  const app: App = {
    folder,
    init: (...words) => runCli(['init', ...words], { cwd: folder }),
    async write(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
      return Object.fromEntries(await Promise.all(paths.sort().map(async (path) => [path, await app.read(path)])));
    },
    remove: () => rm(folder, { recursive: true }),
  };
  for (const [path, content] of Object.entries(files)) {
    await app.write(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return app;
}
