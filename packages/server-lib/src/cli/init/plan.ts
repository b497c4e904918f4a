import { randomBytes } from 'node:crypto';
import type { Project } from './project.js';
import { mountPath, type NewFile, type Scaffold } from './templates/scaffold.js';

/** One change to a file, by its path within the project. */
export type FileChange =
  | { readonly kind: 'create'; readonly path: string; readonly content: string; readonly secret?: string }
  | { readonly kind: 'append'; readonly path: string; readonly lines: readonly string[]; readonly secret?: string }
  /** The file exists and stays unchanged. */
  | { readonly kind: 'keep'; readonly path: string };

/** Plans the changes to a project. A second run plans only `keep`. */
export function planFor(project: Project, { files, origin }: Scaffold): FileChange[] {
  const secret = randomBytes(32).toString('hex');
  const baseUrl = `BASE_URL=${origin}${mountPath}`;
  return [
    ...files.map((file) => planFile(project, file)),
    planLines(project, '.gitignore', ignoredIn(project.read('.gitignore') ?? '')),
    planLines(project, '.env.example', [
      { key: 'BASE_URL', line: baseUrl },
      { key: 'SECRET', line: 'SECRET=' },
    ]),
    withSecret(
      planLines(project, '.env', [
        { key: 'BASE_URL', line: baseUrl },
        { key: 'SECRET', line: `SECRET=${secret}` },
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
  const ignored = ['*.db', '*.db-*', '*.secret'];
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

/** Marks the secret in a change, so that it is written but not shown. */
function withSecret(change: FileChange, secret: string): FileChange {
  return change.kind === 'keep' ? change : { ...change, secret };
}
