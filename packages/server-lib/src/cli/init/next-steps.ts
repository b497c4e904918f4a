import { installCommand } from './detect-package-manager.js';
import type { FileChange } from './plan.js';
import type { Project } from './project.js';
import { mountPath, pagePath, type Scaffold } from './templates/scaffold.js';

/** Lists what the developer does after the files are written. */
export function nextSteps(project: Project, scaffold: Scaffold, changes: readonly FileChange[]): string {
  const { packageManager, dependencies } = project;
  const missing = scaffold.packages.filter((name) => !dependencies.has(name));
  const { addByHand } = scaffold;
  const steps = [
    ...(missing.length > 0 ? [`Install: ${installCommand(packageManager, missing)}`] : []),
    ...(missing.length > 0 && packageManager === 'pnpm'
      ? ['Allow the build of better-sqlite3: pnpm approve-builds']
      : []),
    ...(addByHand ? [`Add to ${addByHand.where}:\n\n${addByHand.lines.map(indented).join('\n')}\n`] : []),
    ...(keepsEnv(changes)
      ? [`Check .env: BASE_URL must be the URL of ${mountPath}, SECRET at least 32 characters.`]
      : []),
    `Start: ${scaffold.start}`,
    `Open ${scaffold.origin}${pagePath} and vote.`,
  ];
  return `\nNext steps:\n\n${steps.map((step, index) => `${index + 1}. ${step}\n`).join('')}`;
}

function indented(line: string): string {
  return line === '' ? '' : `     ${line}`;
}

/** Returns whether `.env` had some of the variables before, possibly with other values. */
function keepsEnv(changes: readonly FileChange[]): boolean {
  const env = changes.find(({ path }) => path === '.env');
  return env?.kind === 'keep' || (env?.kind === 'append' && env.lines.length < 2);
}
