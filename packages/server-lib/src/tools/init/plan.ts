import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Project } from './project.js';
import { mountPath, type NewFile, type Scaffold } from './templates/scaffold.js';

/** The file of the database, next to package.json. */
const databaseName = 'askwell.db';

/** One change to a file, by its path within the project. */
export type FileChange =
  | { readonly kind: 'create'; readonly path: string; readonly content: string; readonly secret?: string }
  | { readonly kind: 'append'; readonly path: string; readonly lines: readonly string[]; readonly secret?: string }
  /** The file exists and stays unchanged. */
  | { readonly kind: 'keep'; readonly path: string };

/** Plans the changes to a project. A second run plans only `keep`. */
export function planFor(project: Project, { files, origin }: Scaffold): FileChange[] {
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
