import type { FileChange } from './plan.js';

const labels: Readonly<Record<FileChange['kind'], string>> = {
  create: 'new',
  append: 'changed',
  keep: 'exists',
};

/** Lists the changes, one line each. */
export function listChanges(changes: readonly FileChange[]): string {
  return changes.map((change) => `  ${labels[change.kind].padEnd(8)} ${change.path}${detail(change)}\n`).join('');
}

/** Shows the text of each change, without the secret. */
export function showContents(changes: readonly FileChange[]): string {
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
