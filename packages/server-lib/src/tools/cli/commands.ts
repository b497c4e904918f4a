import { clientFlags } from './client-settings.js';
import type { Command, CommandGroup } from './command.js';
import { databaseFlags, quotaFlags, secretFlags, serveFlags } from './serve-settings.js';

/** The commands of `askwell`, in the order of the help. Only the command that runs loads its code. */
export const commands: readonly (Command | CommandGroup)[] = [
  {
    name: 'serve',
    summary: 'starts the server',
    details: [
      'Serves the API, the pages and the dashboard, and prints the URL. Logs warnings, errors and security events to',
      'standard error, one line of JSON each. SIGTERM or SIGINT stops the server after the running requests and pending',
      'writes; a second signal stops it immediately.',
    ],
    flags: serveFlags,
    load: async () => (await import('./serve.js')).serve,
  },
  {
    name: 'init',
    summary: 'adds Askwell to the app in the current folder, with a first poll on a page',
    details: [
      'Detects the framework, language and package manager of the app, and writes a module with the instance, a route, a page',
      'with a first poll, and lines in .gitignore, .env.example and .env. Lists the files first and asks. Does not overwrite',
      'files; a second run changes nothing. Supports Next.js, Payload, SvelteKit, Nuxt, React Router, Astro, TanStack Start,',
      'AdonisJS, Nest, Express, Fastify, Koa, Hono and plain Node.',
    ],
    flags: [
      { name: 'yes', help: 'writes the files without asking' },
      { name: 'dry-run', help: 'shows the files with their content, and writes nothing' },
    ],
    load: async () => (await import('../init/init.js')).init,
  },
  {
    name: 'backup',
    argument: 'FILE',
    summary: 'copies the database to FILE, while it may be in use',
    details: [
      'Copies the database while a server uses it, checks the copy, and then renames it to FILE. The copy contains every',
      'write that was acknowledged before the backup began, and no deleted data. It does not contain the secret, which is in',
      'ASKWELL_SECRET, in SECRET or in a file next to the database: keep a copy of that too. While the backup runs, it needs',
      'twice the space.',
    ],
    flags: [...databaseFlags, { name: 'force', help: 'overwrites FILE if it exists' }],
    load: async () => (await import('./backup.js')).backup,
  },
  {
    name: 'check',
    summary: 'checks the database for damage and inconsistencies',
    details: [
      'Checks the database without changing it. A server may be running. Also compares the secret in ASKWELL_SECRET or SECRET, or in the file',
      'next to the database, with the secret of the database.',
      'Exit code 0: no problems. 1: problems, which standard output lists one per line.',
    ],
    flags: [...databaseFlags, ...secretFlags],
    load: async () => (await import('./check.js')).checkCommand,
  },
  {
    name: 'purge',
    summary: 'deletes answers that are older than keep_answers_days',
    details: [
      'Deletes answers that are older than the keep_answers_days of their poll, quiz or form. Results stay, except for',
      'write-ins. A server may be running; it also purges by itself every hour.',
    ],
    flags: [
      ...databaseFlags,
      {
        name: 'older-than',
        valueName: 'DAYS',
        isFlagOnly: true,
        help: 'also deletes all answers that are older than DAYS, even if keep_answers_days is longer or not set',
      },
      { name: 'dry-run', help: 'counts the answers that would be deleted, and changes nothing' },
      { name: 'vacuum', help: 'then rewrites the file, which erases deleted rows from it; other writes wait' },
    ],
    load: async () => (await import('./purge.js')).purge,
  },
  {
    name: 'export',
    argument: 'EMAIL',
    optionalArgument: 'FILE',
    summary: 'writes everything that the account of EMAIL owns to FILE or standard output',
    details: [
      'Exports the sites, webhooks, polls, quizzes and forms of an account with their answers and tickets, as JSON Lines for',
      '"askwell import". The export contains personal data of visitors, but no password, sessions, API keys or secrets of',
      'webhooks. Only you can read FILE. A server may be running. Instead of EMAIL, user:ID names the account of a user of the',
      'host app by the ID that the app has given.',
    ],
    flags: [...databaseFlags, { name: 'force', help: 'overwrites FILE if it exists' }],
    load: async () => (await import('./export.js')).exportCommand,
  },
  {
    name: 'import',
    argument: 'FILE',
    summary: 'imports FILE, which "askwell export" wrote, into an account',
    details: [
      'Checks the whole file first and prints what will be created. Then imports it: everything becomes visible at once, and',
      'if the import fails, nothing is imported. Webhooks are disabled. What the account has stays as it is. A server may be',
      'running.',
    ],
    flags: [
      ...databaseFlags,
      {
        name: 'account',
        valueName: 'EMAIL',
        isFlagOnly: true,
        help: 'the account that gets the content of FILE, or user:ID with the ID of a user of the host app; required',
      },
      {
        name: 'ids',
        valueName: 'MODE',
        isFlagOnly: true,
        help: 'keep: polls, quizzes and forms keep their IDs; claim: also IDs that another account has deleted; renew: they get new ones (default keep)',
      },
      { name: 'dry-run', help: 'checks FILE and prints what would be created, and changes nothing' },
      ...quotaFlags,
    ],
    load: async () => (await import('./import.js')).importCommand,
  },
  {
    name: 'move',
    summary: 'moves a SQLite file to PostgreSQL, or back',
    details: [
      'Copies everything from one database into an empty one, and compares all rows and results at the end. Stop the servers',
      'first: they refuse to open the source from the beginning, and the target until the move is finished. Run an interrupted',
      'move again to finish it. The secret stays the same: servers of the target need it in ASKWELL_SECRET or SECRET. The source',
      'is kept.',
    ],
    flags: [
      {
        name: 'from',
        valueName: 'DATABASE',
        isFlagOnly: true,
        help: 'the SQLite file or postgres:// URL to move; required',
      },
      {
        name: 'to',
        valueName: 'DATABASE',
        isFlagOnly: true,
        help: 'the postgres:// URL or SQLite file to move to; required',
      },
      { name: 'cancel', help: 'lets servers use the database of --from again, moved or half moved; without --to' },
      ...secretFlags,
    ],
    load: async () => (await import('./move.js')).moveCommand,
  },
  {
    name: 'reset-password',
    argument: 'EMAIL',
    summary: 'sets a new password for the account of EMAIL',
    details: [
      'Asks for the new password twice, without showing it, or reads it as one line from standard input. All sessions of',
      'the account end. Its API keys are listed, and keep working unless you pass --revoke-keys, which also deletes webhooks',
      'and results links. A server may be running.',
    ],
    flags: [
      ...databaseFlags,
      { name: 'revoke-keys', help: 'deletes all API keys, webhooks and results links of the account' },
    ],
    load: async () => (await import('./reset-password.js')).resetPassword,
  },
  {
    name: 'api',
    usage: 'RESOURCE ACTION',
    summary: 'calls the REST API of a service, such as "askwell api polls list"',
    flags: clientFlags,
    load: async () => (await import('./api.js')).api,
  },
  {
    name: 'mcp',
    summary: 'offers a service as tools to an AI agent, by MCP over standard input and output',
    details: [
      'Serves MCP to the program that starts it, such as an editor or a desktop app. Each call of a tool is a request to the',
      'service at ASKWELL_BASE_URL with the key in ASKWELL_API_KEY. Ends with its standard input.',
    ],
    flags: [
      ...clientFlags,
      { name: 'writes', help: 'allows tools to create, change and delete, as far as the key can' },
    ],
    load: async () => (await import('./mcp.js')).mcp,
  },
];
