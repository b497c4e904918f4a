import { installCommand } from './detect-package-manager.js';
import type { FileChange } from './plan.js';
import type { Project } from './project.js';
import { findUserExample } from './templates/instance.js';
import { mountPath, pagePath, type Scaffold } from './templates/scaffold.js';
import { signInByHeaders } from './templates/sign-ins.js';

/** Lists what the developer does after the files are written. */
export function nextSteps(project: Project, scaffold: Scaffold, changes: readonly FileChange[]): string {
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
