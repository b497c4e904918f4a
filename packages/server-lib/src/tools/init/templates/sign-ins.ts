import type { Project } from '../project.js';
import type { FrameworkRequest, UserExample } from './scaffold.js';

/** Examples by the package that they use. A package that depends on another one comes first. */
type Examples = readonly (readonly [dependency: string, example: UserExample])[];

/** The request of Express and Nest, with what middleware has attached. */
export const expressRequest: FrameworkRequest = {
  name: 'request',
  type: 'Request',
  import: `import type { Request } from 'express';`,
};

const returnUser = 'return user ? { id: String(user.id), name: user.name, email: user.email } : null;';

/** Sessions of Auth.js have no ID of the user by default. */
const ofAuthJs = (session: string): readonly string[] => [
  '// Sessions of Auth.js have the ID of the user if your callback `session` adds it.',
  `const session = await ${session};`,
  'const user = session?.user;',
  "return user?.id ? { id: user.id, name: user.name ?? user.email ?? 'User', email: user.email } : null;",
];

/** @param headers The member `headers`. */
const ofBetterAuth = (headers: string): readonly string[] => [
  `const session = await auth.api.getSession({ ${headers} });`,
  'const user = session?.user;',
  returnUser,
];

const ofLucia = (cookie: string): readonly string[] => [
  `const sessionId = lucia.readSessionCookie(${cookie});`,
  'const { user } = sessionId ? await lucia.validateSession(sessionId) : { user: null };',
  returnUser,
];

/** Sign-ins that read the headers of a request. */
const byHeaders: Examples = [
  ['better-auth', { body: ofBetterAuth('headers') }],
  ['next-auth', { body: ofAuthJs('auth()') }],
  ['lucia', { body: ofLucia("headers.get('cookie') ?? ''") }],
];

/** Sign-ins of Express, whose middleware attaches the user or the session to the request. */
const byExpressRequest: Examples = [
  [
    'better-auth',
    {
      imports: ["import { fromNodeHeaders } from 'better-auth/node';"],
      body: ofBetterAuth('headers: fromNodeHeaders(request.headers)'),
    },
  ],
  [
    '@auth/express',
    {
      imports: ["import { getSession } from '@auth/express';"],
      body: ['// authConfig is what your app passes to ExpressAuth.', ...ofAuthJs('getSession(request, authConfig)')],
    },
  ],
  ['lucia', { body: ofLucia("request.headers.cookie ?? ''") }],
  ['passport', { body: ['// passport.session() has set the user.', 'const { user } = request;', returnUser] }],
  [
    'express-session',
    {
      body: [
        '// The user whom your sign-in has stored in the session.',
        'const { user } = request.session;',
        returnUser,
      ],
    },
  ],
];

/** Returns the code that returns the user by the headers, with the library that the app has. */
export function signInByHeaders({ dependencies }: Project): UserExample {
  return (
    find(byHeaders, dependencies) ?? {
      body: [
        '// findUserByCookie stands for the code of your app that finds the user of a session.',
        "const user = await findUserByCookie(headers.get('cookie') ?? '');",
        returnUser,
      ],
    }
  );
}

/** Returns the code that returns the user by the request of Express, with the library that the app has. */
export function signInByExpressRequest({ dependencies, typescript }: Project): UserExample {
  const known = find(byExpressRequest, dependencies);
  if (known) return known;
  const typed = '(request as Request & { user?: { id: string | number; name: string; email?: string } })';
  return {
    body: [
      '// The user whom a middleware of your app has set, before the one of Askwell.',
      `const { user } = ${typescript ? typed : 'request'};`,
      returnUser,
    ],
  };
}

function find(examples: Examples, dependencies: ReadonlySet<string>): UserExample | undefined {
  return examples.find(([dependency]) => dependencies.has(dependency))?.[1];
}
