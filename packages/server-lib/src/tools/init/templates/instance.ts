import { type FrameworkRequest, mountPath, type UserExample } from './scaffold.js';

export interface InstanceOptions {
  readonly origin: string;
  readonly typescript: boolean;
  /** Whether the framework reads `.env` by itself. */
  readonly readsEnv: boolean;
  /** The object with the environment variables, and the line that imports it. */
  readonly env?: { readonly name: string; readonly import: string };
  /** The request of the framework, if the user is found by it. Default: by the headers. */
  readonly request?: FrameworkRequest;
}

/** Returns the module that creates the instance, as an ES module. */
export function instanceModule({ origin, typescript, readsEnv, env, request }: InstanceOptions): string {
  const imports = [
    ...(readsEnv ? [] : [`import { existsSync } from 'node:fs';`]),
    ...(env ? [env.import] : []),
    ...(request && typescript ? [request.import] : []),
    typescript
      ? `import { createAskwellOnce, type HostUser } from '@askwell/server';`
      : `import { createAskwellOnce } from '@askwell/server';`,
  ];
  const variables = env?.name ?? 'process.env';
  const call = request ? `({ request }) => findUser(request)` : '({ headers }) => findUser(headers)';
  return `${imports.join('\n')}

${readsEnv ? '' : `if (existsSync('.env')) process.loadEnvFile('.env');\n\n`}export const askwell = createAskwellOnce${request && typescript ? `<${request.type}>` : ''}({
  // The variables are in .env on this machine. Set them where the app runs in production. A build does not need them.
  database: ${variables}.ASKWELL_DATABASE ?? '',
  baseUrl: ${variables}.ASKWELL_BASE_URL ?? '${origin}${mountPath}',
  secret: ${variables}.ASKWELL_SECRET,
  // Nobody registers with a password: the users of your app own polls.
  registration: 'closed',
  getUser: ${call},
});

/** Returns the user who is signed in to your app: id, name and email. Replace it with the sign-in of your app. */
async function findUser${signatureOf(typescript, request, '_')} {
  return null;
}
`;
}

/** @param unused The prefix of the names of unused parameters. */
function signatureOf(typescript: boolean, request: FrameworkRequest | undefined, unused: '' | '_'): string {
  const { name, type } = request ?? { name: 'headers', type: 'Headers' };
  if (!typescript) return `(${name})`;
  return `(${unused}${name}: ${type}): Promise<HostUser | null>`;
}

/** Returns the code that can replace `findUser`. */
export function findUserExample(
  typescript: boolean,
  { imports = [], body }: UserExample,
  request?: FrameworkRequest,
): readonly string[] {
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    `async function findUser${signatureOf(typescript, request, '')} {`,
    ...body.map((line) => `  ${line}`),
    '}',
  ];
}
