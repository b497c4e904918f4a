import { mountPath } from './scaffold.js';

export interface InstanceOptions {
  readonly origin: string;
  readonly typescript: boolean;
  /** Whether the framework loads modules again after each change in development. */
  readonly reloads: boolean;
  /** Whether the framework reads `.env` by itself. */
  readonly readsEnv: boolean;
  /** The object with the environment variables, and the line that imports it. */
  readonly env?: { readonly name: string; readonly import: string };
}

/** Returns the module that creates the instance, as an ES module. */
export function instanceModule({ origin, typescript, reloads, readsEnv, env }: InstanceOptions): string {
  const imports = [
    ...(readsEnv ? [] : [`import { existsSync } from 'node:fs';`]),
    ...(env ? [env.import] : []),
    reloads && typescript
      ? `import { type Askwell, createAskwell } from '@askwell/server';`
      : `import { createAskwell } from '@askwell/server';`,
  ];
  const variables = env?.name ?? 'process.env';
  const created = [
    'createAskwell({',
    `  database: 'askwell.db',`,
    `  baseUrl: ${variables}.BASE_URL ?? '${origin}${mountPath}',`,
    `  secret: ${variables}.SECRET,`,
    `  // Nobody registers with a password. Add getUser to let the users of your app own polls and open the dashboard.`,
    `  registration: 'closed',`,
    '})',
  ].join('\n');
  return `${imports.join('\n')}

${readsEnv ? '' : `if (existsSync('.env')) process.loadEnvFile('.env');\n\n`}${exported(created, { typescript, reloads })}`;
}

function exported(created: string, { typescript, reloads }: Pick<InstanceOptions, 'typescript' | 'reloads'>): string {
  if (!reloads) return `export const askwell = ${created};\n`;
  const comment = '// One instance per process: in development, modules are loaded again after each change.';
  if (!typescript)
    return `${comment}\nglobalThis.askwell ??= ${created};\nexport const askwell = globalThis.askwell;\n`;
  return `${comment}
const kept: { askwell?: Askwell } & typeof globalThis = globalThis;
kept.askwell ??= ${created};
export const askwell = kept.askwell;
`;
}
