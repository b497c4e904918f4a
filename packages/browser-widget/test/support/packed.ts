import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { inject } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** The files of the packed widget, which all projects of a run copy. */
let packed: Promise<string> | undefined;

/** Packs the widget and unpacks it. Returns the folder with its files. */
async function pack(): Promise<string> {
  const folder = join(inject('servers').folder, 'packed');
  await mkdir(folder);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: packageFolder,
    shell: process.platform === 'win32',
  });
  await run('tar', ['xzf', stdout.trim()], { cwd: folder });
  return join(folder, 'package');
}

/**
 * Creates a project with the packed widget in its `node_modules`, and links to packages of the repository.
 *
 * @param packages - The names of the packages, by their names in the repository.
 */
export async function installPacked(packages: Readonly<Record<string, string>>): Promise<string> {
  const project = await mkdtemp(join(await realpath(tmpdir()), 'askwell-packed-'));
  packed ??= pack();
  await cp(await packed, join(project, 'node_modules/@askwell/widget'), { recursive: true });
  for (const [installed, name] of Object.entries(packages)) {
    const link = join(project, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(repository, 'node_modules', installed), link, 'junction');
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return project;
}

/**
 * Type-checks files of a project and the declarations of the packed widget. Returns the errors. The declarations of other packages
 * are read, but not checked themselves.
 */
export function typeCheck(project: string, moduleResolution: string, files: readonly string[]): string {
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
  const lib = ['es2022', 'dom', 'dom.iterable'];
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    { module, moduleResolution, target: 'es2022', lib, jsx: 'react-jsx', types: ['react'], strict: true, noEmit: true },
    project,
  );
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => project;
  const program = ts.createProgram(
    files.map((file) => join(project, file)),
    options,
    host,
  );
  const checked = program.getSourceFiles().filter(({ fileName }) => !/node_modules\/(?!@askwell\/)/.test(fileName));
  const diagnostics = [errors, program.getOptionsDiagnostics(), program.getGlobalDiagnostics()].flat();
  for (const file of checked) {
    diagnostics.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file));
  }
  return ts.formatDiagnostics(diagnostics, host);
}
