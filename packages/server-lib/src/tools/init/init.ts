import { randomBytes } from 'node:crypto';
import { appendFileSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { CommandCall, CommandIo } from '../cli/command.js';
import { CommandFailure, systemErrorCode, usageError } from '../cli/command-failure.js';
import { askYes } from './ask-yes.js';
import { installCommand } from './detect-package-manager.js';
import { detectProject } from './detect-project.js';
import type { Project } from './project.js';
import { scaffoldFor } from './templates/index.js';
import { findUserExample } from './templates/instance.js';
import { mountPath, type NewFile, pagePath, type Scaffold } from './templates/scaffold.js';
import { signInByHeaders } from './templates/sign-ins.js';

/** The file of the database, next to package.json. */
const databaseName = 'askwell.db';

const labels: Readonly<Record<FileChange['kind'], string>> = {
  create: 'new',
  append: 'changed',
  keep: 'exists',
};

/** `askwell init`. */
export async function init({ settings, io }: CommandCall): Promise<number> {
  const print = (text: string) => io.stdout.write(text);
  const project = detectProject(process.cwd());
  const scaffold = scaffoldFor(project);
  const changes = planFor(project, scaffold);
  const language = project.typescript ? 'TypeScript' : 'JavaScript';
  print(`Found ${scaffold.title}, ${language}, ${project.packageManager}.\n\n${listChanges(changes)}`);

  if (settings.has('dry-run')) {
    print(showContents(changes));
    return 0;
  }
  if (changes.some(({ kind }) => kind !== 'keep')) {
    if (!settings.has('yes')) await confirm(io);
    writePlan(project.folder, changes);
  }
  print(nextSteps(project, scaffold, changes));
  return 0;
}

/** Asks at the terminal. A program has to pass `--yes`. */
async function confirm({ stdin, stdout }: CommandIo): Promise<void> {
  if (!stdin.isTTY || !stdout.isTTY) {
    throw usageError('Nothing was written, because there is no terminal to confirm at. Pass --yes to write the files.');
  }
  const yes = await askYes('\nWrite these files?', stdin, stdout);
  if (!yes) throw new CommandFailure('Nothing was written.');
}

/** Lists what the developer does after the files are written. */
function nextSteps(project: Project, scaffold: Scaffold, changes: readonly FileChange[]): string {
  const { packageManager, dependencies, typescript } = project;
  const missing = scaffold.packages.filter((name) => !dependencies.has(name));
  const { addByHand = [], commands = [], user, request } = scaffold;
  const [instance] = scaffold.files;
  const steps = [
    ...(missing.length > 0 ? [`Install: ${installCommand(packageManager, missing)}`] : []),
    ...(missing.length > 0 && packageManager === 'pnpm'
      ? ['Allow the build of better-sqlite3: pnpm approve-builds']
      : []),
    ...commands.map((command) => `Run: ${command}`),
    ...addByHand.map(({ where, lines }) => withCode(`Add to ${where}:`, lines)),
    ...(keepsEnv(changes)
      ? [
          `Check .env: ASKWELL_BASE_URL must be the URL of ${mountPath}, ASKWELL_SECRET at least 32 characters, and ASKWELL_DATABASE an absolute path or a postgres:// URL.`,
        ]
      : []),
    `Start: ${scaffold.start}`,
    `Open ${scaffold.origin}${pagePath} and vote.`,
    withCode(
      `Let your users open the dashboard. Replace findUser in ${instance?.path} with the sign-in of your app, such as:`,
      findUserExample(typescript, user ?? signInByHeaders(project), request),
    ),
    `Sign in to your app, then open ${scaffold.origin}${mountPath}/dashboard.`,
  ];
  return `\nNext steps:\n\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`;
}

function withCode(text: string, lines: readonly string[]): string {
  return `${text}\n\n${lines.map(indented).join('\n')}\n`;
}

function indented(line: string): string {
  return line === '' ? '' : `     ${line}`;
}

/** Returns whether `.env` had some of the variables before, possibly with other values. */
function keepsEnv(changes: readonly FileChange[]): boolean {
  const env = changes.find(({ path }) => path === '.env');
  return env?.kind === 'keep' || (env?.kind === 'append' && env.lines.length < 3);
}

/** Lists the changes, one line each. */
function listChanges(changes: readonly FileChange[]): string {
  return changes.map((change) => `  ${labels[change.kind].padEnd(8)} ${change.path}${detail(change)}\n`).join('');
}

/** Shows the text of each change, without the secret. */
function showContents(changes: readonly FileChange[]): string {
  return changes
    .filter((change) => change.kind !== 'keep')
    .map((change) => {
      const text = change.kind === 'create' ? change.content : change.lines.map((line) => `${line}\n`).join('');
      const shown = change.secret === undefined ? text : text.replace(change.secret, '(generated)');
      return `\n--- ${change.path}${change.kind === 'append' ? ' (appended)' : ''}\n${shown}`;
    })
    .join('');
}

function detail(change: FileChange): string {
  if (change.kind === 'keep') return ', unchanged';
  if (change.kind === 'create') return '';
  return `, adds ${change.lines.map((line) => line.split('=')[0]).join(', ')}`;
}

/**
 * Writes the planned changes. Existing files are only appended to.
 *
 * @throws {CommandFailure} If a path leads out of the folder; then nothing is written.
 */
function writePlan(folder: string, changes: readonly FileChange[]): void {
  const pending = changes.filter((change) => change.kind !== 'keep');
  for (const { path } of pending) refuseOutside(folder, path);
  for (const change of pending) {
    try {
      write(join(folder, change.path), change);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === '') throw error;
      throw new CommandFailure(`Cannot write ${change.path} (${code}). Solve that, then run the command again.`);
    }
  }
}

function write(file: string, change: Exclude<FileChange, { kind: 'keep' }>): void {
  if (change.kind === 'create') {
    mkdirSync(dirname(file), { recursive: true });
    // Fails if the path exists by now, even as a symbolic link.
    writeFileSync(file, change.content, { flag: 'wx', mode: change.secret === undefined ? 0o666 : 0o600 });
    return;
  }
  const text = readFileSync(file, 'utf8');
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? '' : newline;
  appendFileSync(file, start + change.lines.map((line) => line + newline).join(''));
}

/** Follows the symbolic links in the existing part of a path. */
function refuseOutside(folder: string, path: string): void {
  const root = realpathSync(folder);
  let existing = join(root, path);
  while (!exists(existing)) existing = dirname(existing);
  let target: string;
  try {
    target = realpathSync(existing);
  } catch {
    throw new CommandFailure(`${path} is a broken symbolic link. Nothing was written.`);
  }
  const within = relative(root, target);
  if (within !== '..' && !within.startsWith(`..${sep}`)) return;
  throw new CommandFailure(`${path} leads out of the project through a symbolic link. Nothing was written.`);
}

/** Returns whether a path exists. A broken symbolic link does. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** One change to a file, by its path within the project. */
type FileChange =
  | { readonly kind: 'create'; readonly path: string; readonly content: string; readonly secret?: string }
  | { readonly kind: 'append'; readonly path: string; readonly lines: readonly string[]; readonly secret?: string }
  /** The file exists and stays unchanged. */
  | { readonly kind: 'keep'; readonly path: string };

/** Plans the changes to a project. A second run plans only `keep`. */
function planFor(project: Project, { files, origin }: Scaffold): FileChange[] {
  const secret = randomBytes(32).toString('hex');
  const baseUrl = `ASKWELL_BASE_URL=${origin}${mountPath}`;
  // Absolute: in production, many frameworks run the app in another folder, which the next build empties.
  const database = `ASKWELL_DATABASE=${quoted(join(project.folder, databaseName))}`;
  return [
    ...files.map((file) => planFile(project, file)),
    planLines(project, '.gitignore', ignoredIn(project.read('.gitignore') ?? '')),
    planLines(project, '.env.example', [
      { key: 'ASKWELL_DATABASE', line: 'ASKWELL_DATABASE=' },
      { key: 'ASKWELL_BASE_URL', line: baseUrl },
      { key: 'ASKWELL_SECRET', line: 'ASKWELL_SECRET=' },
    ]),
    withSecret(
      planLines(project, '.env', [
        { key: 'ASKWELL_DATABASE', line: database },
        { key: 'ASKWELL_BASE_URL', line: baseUrl },
        { key: 'ASKWELL_SECRET', line: `ASKWELL_SECRET=${secret}` },
      ]),
      secret,
    ),
  ];
}

/** A line to add, unless the file has one with the same key. */
interface Line {
  readonly key: string;
  readonly line: string;
}

function ignoredIn(text: string): Line[] {
  const has = (patterns: readonly string[]) => text.split(/\r?\n/).some((line) => patterns.includes(line.trim()));
  // The database, its journals and its secret, and no other files of the app.
  const ignored = [`/${databaseName}*`];
  // Templates of frameworks ignore it in different ways.
  if (!has(['.env', '/.env', '.env*', '*.env'])) ignored.push('.env');
  return ignored.map((line) => ({ key: line, line }));
}

function planFile(project: Project, { path, content }: NewFile): FileChange {
  return project.has(path) ? { kind: 'keep', path } : { kind: 'create', path, content };
}

function planLines(project: Project, path: string, wanted: readonly Line[]): FileChange {
  const text = project.read(path);
  if (text === undefined) return { kind: 'create', path, content: wanted.map(({ line }) => `${line}\n`).join('') };
  const keys = new Set(text.split(/\r?\n/).map(keyOf));
  const lines = wanted.filter(({ key }) => !keys.has(key)).map(({ line }) => line);
  return lines.length === 0 ? { kind: 'keep', path } : { kind: 'append', path, lines };
}

/** Returns the name of a variable, or the whole line. */
function keyOf(line: string): string {
  return /^(?:export\s+)?([A-Z_]+)\s*=/.exec(line.trim())?.[1] ?? line.trim();
}

/** Quotes a value for `.env` if it has characters with a meaning there. */
function quoted(value: string): string {
  if (/^[\w/.:\\-]+$/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

/** Marks the secret in a change, so that it is written but not shown. */
function withSecret(change: FileChange, secret: string): FileChange {
  return change.kind === 'keep' ? change : { ...change, secret };
}
