import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Makes a project with the packed widget in its `node_modules`, beside links to packages of the repository.
 *
 * @param packages - The names of the packages, by the names that they are installed under in the repository.
 */
export async function installPacked(packages: Readonly<Record<string, string>>): Promise<string> {
  const project = await mkdtemp(join(await realpath(tmpdir()), 'askwell-packed-'));
  const widget = join(project, 'node_modules/@askwell/widget');
  await mkdir(widget, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: packageFolder,
    shell: process.platform === 'win32',
  });
  await run('tar', ['xzf', stdout.trim(), '-C', 'node_modules/@askwell/widget', '--strip-components', '1'], {
    cwd: project,
  });
  for (const [installed, name] of Object.entries(packages)) {
    const link = join(project, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(repository, 'node_modules', installed), link, 'junction');
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return project;
}

/** Type-checks files of a project, declarations of its dependencies included. Returns the errors. */
export async function typeCheck(project: string, moduleResolution: string, files: readonly string[]): Promise<string> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
  const options = { module, moduleResolution, target: 'es2022', lib: 'es2022,dom,dom.iterable', jsx: 'react-jsx' };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    await run(
      process.execPath,
      [tsc, '--noEmit', '--strict', '--skipLibCheck', 'false', '--types', 'react', ...flags, ...files],
      { cwd: project },
    );
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}
