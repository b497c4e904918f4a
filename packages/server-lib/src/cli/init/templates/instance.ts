import { mountPath } from './scaffold.js';

export interface InstanceOptions {
  readonly origin: string;
  readonly typescript: boolean;
  /** Whether the framework reads `.env` by itself. */
  readonly readsEnv: boolean;
  /** The object with the environment variables, and the line that imports it. */
  readonly env?: { readonly name: string; readonly import: string };
}

/** Returns the module that creates the instance, as an ES module. */
export function instanceModule({ origin, typescript, readsEnv, env }: InstanceOptions): string {
  const imports = [
    ...(readsEnv ? [] : [`import { existsSync } from 'node:fs';`]),
    ...(env ? [env.import] : []),
    typescript
      ? `import { createAskwellOnce, type HostUser } from '@askwell/server';`
      : `import { createAskwellOnce } from '@askwell/server';`,
  ];
  const variables = env?.name ?? 'process.env';
  const signature = typescript ? '(_headers: Headers): Promise<HostUser | null>' : '(headers)';
  return `${imports.join('\n')}

${readsEnv ? '' : `if (existsSync('.env')) process.loadEnvFile('.env');\n\n`}export const askwell = createAskwellOnce({
  // The variables are in .env on this machine. Set them where the app runs in production. A build does not need them.
  database: ${variables}.ASKWELL_DATABASE ?? '',
  baseUrl: ${variables}.ASKWELL_BASE_URL ?? '${origin}${mountPath}',
  secret: ${variables}.ASKWELL_SECRET,
  // Nobody registers with a password: the users of your app own polls.
  registration: 'closed',
  getUser: ({ headers }) => findUser(headers),
});

/** Returns the user who is signed in to your app: id, name and email. Replace it with the sign-in of your app. */
async function findUser${signature} {
  return null;
}
`;
}

/** Returns the code that can replace `findUser`, with a session from the library that most apps of the framework have. */
export function findUserExample(typescript: boolean, session: string): readonly string[] {
  return [
    `async function findUser${typescript ? '(headers: Headers): Promise<HostUser | null>' : '(headers)'} {`,
    `  const session = ${session};`,
    '  return session?.user ? { id: String(session.user.id), name: session.user.name, email: session.user.email } : null;',
    '}',
  ];
}
