import { defaultOverloadLimits } from '../../api/overload/overload.js';
import { parseSecret as checkSecret } from '../../base/crypto/secret.js';
import { isJsonObject, isJsonValue } from '../../base/validation/json-value.js';
import { invalidOption, OptionError } from '../../base/validation/option-error.js';
import { isImageHost } from '../../core/asks/image-hosts.js';
import type { Listeners } from '../../core/events.js';
import { askKinds } from '../../core/ids.js';
import type { QuotaOptions } from '../../core/quota-options.js';
import { defaultQuotas } from '../../core/quotas.js';
import { explainForeignUrl } from '../../db/foreign-url.js';
import { defaultConnections, minConnections } from '../../db/postgres/open-pools.js';
import { defaultLiveReaders } from '../../events/live/live-results.js';
import { resolveWebhookOptions, type WebhookOptions } from '../../events/webhooks/webhook-options.js';
import { parseUrlOptions } from '../../http/base-path.js';
import { defaultAccountRequests } from '../../http/limits/account-limiter.js';
import { createTrustedProxies, defaultIpv6Prefix } from '../../http/limits/client-address.js';
import { defaultMaxAddresses } from '../../http/limits/memory-store.js';
import { isOrigin } from '../../http/origin.js';
import type { EditorOptions } from '../../owners/access/editor-rules.js';
import { defaultEmailLimits, type EmailLimits, maxEmailLimit } from '../../owners/email/email-limits.js';
import { type EmailOptions, isEmailOptions } from '../../owners/email/email-options.js';
import { keyPrefixPattern } from '../../owners/keys/key-format.js';
import { isMeter, isMetricsToken, type MetricsOptions, minTokenLength } from '../metrics/metrics-options.js';
import { type BrandOptions, checkBrand, parseHomeUrl } from './brand.js';
import { defaultPages } from './enabled-pages.js';
import { type Option, type OptionTable, readOption } from './option.js';
import {
  boolean,
  functionOf,
  groupCheck,
  hasMethods,
  integer,
  methods,
  oneOf,
  optional,
  optionGroup,
  string,
} from './option-types.js';
import type { AskwellOptions, LimitOptions, McpOptions } from './options.js';
import type { PageOptions } from './page-options.js';
import { flagSetting, type Setting, SettingError, type SettingReader, valueSetting } from './setting.js';
import {
  formatMcpMode,
  formatSeconds,
  formatSwitch,
  isAddressList,
  parseBaseUrl,
  parseConnections,
  parseCount,
  parseDatabase,
  parseEmailLimit,
  parseEmailSender,
  parseMcpMode,
  parseMetricsAddresses,
  parseMetricsToken,
  parseQuota,
  parseRanges,
  parseRegistration,
  parseSeconds,
  parseSecretSetting,
  parseSmtpSetting,
  parseSwitch,
  parseTrust,
} from './setting-parsers.js';
import { parseSignInUrl } from './sign-in-url.js';

/** The limits of emails, as the option `email.limits`. */
const emailLimitOptions = {
  perHour: emailLimit('perHour', {
    description:
      'The maximum number of receipts and notices of the service in an hour. Further ones are sent later. See [Limits](email.md#limits).',
    flag: 'email-per-hour',
  }),
  perAccount: emailLimit('perAccount', {
    description: 'The maximum number of receipts and notices of an account in an hour. Further ones are sent later.',
    flag: 'email-per-account',
  }),
  perNewAccount: emailLimit('perNewAccount', {
    description:
      'The maximum number of receipts of an account in its first 20 hours. Further ones are sent after that time.',
    flag: 'email-per-new-account',
  }),
  perClient: emailLimit('perClient', {
    description:
      'The maximum number of receipts that a client causes in an hour: a visitor, or the sender of a batch. Further answers get none.',
    flag: 'email-per-client',
  }),
  perAddress: emailLimit('perAddress', {
    description:
      'The maximum number of receipts to an address in an hour, and four times as many in a day. Further ones are dropped.',
    flag: 'email-per-address',
  }),
} satisfies OptionTable<EmailLimits>;

function emailLimit(
  name: keyof EmailLimits,
  { flag, description }: Pick<Setting, 'flag'> & Pick<Option, 'description'>,
): Option<number> {
  return {
    ...integer(1, maxEmailLimit),
    default: defaultEmailLimits[name],
    description,
    setting: valueSetting({ flag, valueName: 'NUMBER', parse: parseEmailLimit }),
  };
}

/** The members of the option `email`. Its type is a union, so `checkEmail` checks them together. */
const emailOptions = {
  url: {
    ...string(),
    description:
      'An SMTP server: `smtp://user:password@host:587`, which uses STARTTLS, or `smtps://…`, which uses TLS.',
    setting: valueSetting({
      flag: 'smtp-url',
      valueName: 'URL',
      hasFile: true,
      description:
        'Sends [emails](email.md) through this server: `smtp://user:password@mail.example.com:587` or `smtps://…`.',
      parse: parseSmtpSetting,
    }),
  },
  from: {
    ...string(),
    description: 'The sender: `noreply@example.com` or `Example <noreply@example.com>`.',
    setting: valueSetting({
      flag: 'email-from',
      valueName: 'SENDER',
      description:
        'The sender of emails: `polls@example.com` or `Polls <polls@example.com>`. Required with `SMTP_URL`.',
      parse: parseEmailSender,
    }),
  },
  limits: optionGroup<EmailLimits>({
    interface: { name: 'EmailLimits', file: 'owners/email/email-limits.ts' },
    description: 'The [limits](email.md#limits) of receipts and notices.',
    members: emailLimitOptions,
  }),
};

/** Returns the option `email`; undefined if no server is set. */
function readEmail(reader: SettingReader): EmailOptions | undefined {
  const url = readOption(emailOptions.url, reader);
  const from = readOption(emailOptions.from, reader);
  const limits = readOption(emailOptions.limits, reader);
  if (url === undefined) return undefined;
  if (from === undefined) throw new SettingError('SMTP_URL requires EMAIL_FROM, the sender of emails.');
  return { url, from, limits };
}

/** The rate limits and overload limits, as the option `limits`. */
const limitOptions = {
  ipv6Prefix: {
    ...integer(16, 128),
    default: defaultIpv6Prefix,
    description: 'The number of bits of an IPv6 address that identify a client: 16 to 128.',
  },
  store: {
    ...methods('LimiterStore', 'take', 'peek'),
    absent: 'shared by [all processes](operations.md#several-processes) of the database',
    description:
      'A `LimiterStore` that counts requests to the public operations. If a call takes longer than five seconds, its request returns 503.',
  },
  addresses: {
    ...integer(1_000, 10_000_000),
    default: defaultMaxAddresses,
    description: 'The number of client addresses that this process counts exactly at the same time.',
  },
  liveReaders: {
    ...integer(0),
    default: defaultLiveReaders,
    description:
      'The maximum number of clients that can follow live results in this process. 0 turns live results off. One client can use a tenth of them.',
  },
  eventLoopDelay: {
    ...integer(1),
    default: defaultOverloadLimits.eventLoopDelay,
    description:
      'How late the event loop, or a queued request, can be before public posts return 503, in milliseconds.',
  },
  writeDelay: {
    ...integer(1),
    default: defaultOverloadLimits.writeDelay,
    description: 'How long the oldest pending write can take before public posts return 503, in milliseconds.',
  },
  pendingWrites: {
    ...integer(1),
    default: defaultOverloadLimits.pendingWrites,
    description:
      'The number of pending writes at which public posts return 503. Other writes fail at twice this number.',
  },
  pendingWriteBytes: {
    ...integer(1),
    absent: '`33554432` (32 MiB), or an eighth of the maximum heap size if that is less',
    description: 'The size of pending writes at which public posts return 503. Other writes fail at twice this size.',
  },
  accountRequests: {
    ...integer(1),
    default: defaultAccountRequests,
    description:
      'The maximum number of requests with API keys per account in any 60 seconds, over all processes of the database.',
    setting: valueSetting({
      flag: 'account-requests',
      valueName: 'NUMBER',
      description: 'The maximum number of requests with API keys per account in any 60 seconds.',
      parse: parseCount,
    }),
  },
} satisfies OptionTable<LimitOptions>;

const metricsOptions = {
  token: {
    type: 'string',
    check: checkMetricsToken,
    description:
      'Serves `/metrics` to requests with this bearer token. At least 16 characters. Use another one than the secret.',
    setting: valueSetting({
      flag: 'metrics-token',
      valueName: 'TEXT',
      description:
        'Serves [`/metrics`](operations/metrics.md) to requests with this bearer token. At least 16 characters.',
      parse: parseMetricsToken,
    }),
  },
  addresses: {
    ...optional('readonly string[]', 'an array of addresses and CIDR ranges', isAddressList),
    description:
      'Serves `/metrics` to these clients only: addresses and CIDR ranges. For others, it does not exist. With `token`, a request needs both.',
    setting: valueSetting<readonly string[]>({
      flag: 'metrics-addresses',
      valueName: 'RANGES',
      description: 'Serves `/metrics` to these clients only: addresses and CIDR ranges, separated by commas.',
      parse: parseMetricsAddresses,
    }),
  },
  meter: {
    ...optional('Meter | false', 'a Meter of @opentelemetry/api, or false', isMeter),
    absent: 'the meter of the app, if `@opentelemetry/api` is installed',
    description: 'Reports the metrics to [OpenTelemetry](operations/metrics.md#opentelemetry): a `Meter`, or `false`.',
  },
} satisfies OptionTable<MetricsOptions>;

const mcpOptions = {
  writes: {
    ...boolean,
    default: false,
    description: 'Lets the tools create, change and delete, as far as the API key can.',
  },
} satisfies OptionTable<McpOptions>;

const quotaOptions = {
  asks: {
    ...integer(0),
    default: defaultQuotas.asks,
    description: 'The maximum number of polls, quizzes and forms per account, all together.',
    setting: quotaSetting('quota-asks'),
  },
  createdAsks: {
    ...integer(0),
    default: defaultQuotas.createdAsks,
    description:
      'The maximum number of polls, quizzes and forms that an account can create, with those that it has deleted. The IDs of deleted ones are kept, so that no other account gets them.',
    setting: quotaSetting('quota-created-asks'),
  },
  definitionBytes: {
    ...integer(0),
    default: defaultQuotas.definitionBytes,
    unit: 'bytes',
    description: 'The maximum size of the definitions of all polls, quizzes and forms of an account.',
    setting: quotaSetting('quota-definition-bytes'),
  },
  tickets: {
    ...integer(0),
    default: defaultQuotas.tickets,
    description: 'The maximum number of tickets of one poll, quiz or form.',
    setting: quotaSetting('quota-tickets'),
  },
  webhooks: {
    ...integer(0),
    default: defaultQuotas.webhooks,
    description: 'The maximum number of [webhooks](webhooks.md) per account.',
    setting: quotaSetting('quota-webhooks'),
  },
} satisfies OptionTable<QuotaOptions>;

function quotaSetting(flag: string): Setting<number> {
  return valueSetting({ flag, valueName: 'NUMBER', parse: parseQuota });
}

const webhookDefaults = resolveWebhookOptions();

const webhookOptions = {
  send: {
    ...boolean,
    default: webhookDefaults.send,
    description: 'Whether this instance sends webhooks. Owners can manage them either way.',
  },
  allowHttp: {
    ...boolean,
    default: webhookDefaults.allowHttp,
    description: 'Allows webhooks with `http://` URLs, whose content others in the network can read.',
    setting: valueSetting({
      flag: 'webhook-allow-http',
      valueName: 'SWITCH',
      description: '`on` allows webhooks with `http://` URLs.',
      parse: parseSwitch,
      format: formatSwitch,
    }),
  },
  allowedAddresses: {
    ...optional('readonly string[]', 'an array of addresses and CIDR ranges', isAddressList),
    absent: 'none',
    description:
      'Private addresses to which webhooks can be sent: addresses and CIDR ranges. Every owner can then make Askwell send requests to them.',
    setting: valueSetting<readonly string[]>({
      flag: 'webhook-allowed-addresses',
      valueName: 'RANGES',
      description:
        'Private addresses to which webhooks can be sent: addresses and CIDR ranges, separated by commas. Every owner can then make Askwell send requests to them.',
      parse: parseRanges,
    }),
  },
  lookup: {
    ...functionOf('LookUpHost'),
    absent: 'DNS queries',
    description:
      'A function that returns the IP addresses of a host name. They are checked like all others. A call that takes longer than `webhooks.timeout` has failed.',
  },
  timeout: {
    ...integer(100, 60_000),
    default: webhookDefaults.timeout,
    description: 'How long a URL can take to answer, in milliseconds: 100 to 60,000.',
    setting: valueSetting({
      flag: 'webhook-timeout',
      valueName: 'SECONDS',
      description: 'How long a URL can take to answer a webhook, in seconds: 1 to 60.',
      parse: parseSeconds,
      format: formatSeconds,
    }),
  },
  retryDelays: {
    ...optional('readonly number[]', 'an array of up to 20 numbers of seconds', isDelayList),
    default: webhookDefaults.retryDelays,
    description: 'The seconds between the attempts of a delivery. After the last attempt, the delivery has failed.',
  },
  secretOverlapHours: {
    ...integer(0, 720),
    default: webhookDefaults.secretOverlapHours,
    description: 'How many hours the previous secret signs too, after a rotation: 0 to 720.',
  },
} satisfies OptionTable<WebhookOptions>;

/**
 * All options of `createAskwell`. The members of the interfaces, the checks, the settings of `askwell serve` and the tables of
 * docs/configuration.md are made from this table: see docs/decisions/0055.
 */
export const optionTable = {
  database: {
    type: 'Database',
    check: checkDatabase,
    isRequired: true,
    description:
      'A file path, `:memory:`, or an open better-sqlite3 database, which stays open when Askwell closes. Or a `postgres://` URL or a `Pool` of `pg`: see [PostgreSQL](postgresql.md).',
    setting: valueSetting({
      flag: 'database-url',
      ownVariable: 'ASKWELL_DATABASE',
      valueName: 'DATABASE',
      hasFile: true,
      default: './askwell.db',
      description:
        'The path of the SQLite file, or a `postgres://` URL. The folder of the file must exist and be writable. See [PostgreSQL](postgresql.md).',
      parse: parseDatabase,
    }),
  },
  schema: {
    ...optional(
      'string',
      'a name of at most 63 bytes',
      (value) => isText(value) && Buffer.byteLength(String(value)) <= 63,
    ),
    absent: "the parameter `schema` of the URL, otherwise `'askwell'`",
    description:
      'The schema of the tables in PostgreSQL, which Askwell creates. Tables that an earlier version created in `public` stay there. See [Schema](postgresql.md#schema).',
  },
  databaseConnections: {
    ...integer(minConnections),
    default: defaultConnections,
    description: 'The maximum number of connections to a `postgres://` URL, at least 4. A `Pool` has its own maximum.',
    setting: valueSetting({
      flag: 'database-connections',
      valueName: 'NUMBER',
      description: 'The maximum number of connections to PostgreSQL, at least 4.',
      parse: parseConnections,
    }),
  },
  baseUrl: {
    ...string((baseUrl) => parseUrlOptions({ baseUrl })),
    description:
      'The public URL with its base path: `https://example.com` or `https://example.com/polls`. Required behind a proxy and with https.',
    setting: valueSetting({
      flag: 'base-url',
      ownVariable: 'ASKWELL_BASE_URL',
      valueName: 'URL',
      absent: 'from `HOST` and `PORT`',
      description: 'The public URL, with its path if it has one: `https://example.com/polls`.',
      parse: parseBaseUrl,
    }),
  },
  basePath: {
    ...string((basePath) => parseUrlOptions({ basePath })),
    absent: 'the path of `baseUrl`',
    description: 'The path that requests arrive under, if a proxy rewrites paths. Not needed with Express and Connect.',
  },
  secret: {
    ...string(checkSecret),
    absent: 'in a file next to the database',
    description:
      'The key that signs tickets, tokens and visitor cookies: at least 32 characters, 8 of them different. Required with PostgreSQL, because all instances need the same [secret](operations.md#secret).',
    setting: valueSetting({
      flag: 'secret',
      ownVariable: 'ASKWELL_SECRET',
      valueName: 'TEXT',
      hasFile: true,
      absent: 'generated at the first start',
      description:
        'At least 32 characters, 8 of them different. The generated secret is in a file next to the database, with mode 0600.',
      parse: parseSecretSetting,
    }),
  },
  newSecret: {
    ...boolean,
    default: false,
    description:
      'Replaces the [secret of the database](operations.md#secret), which is an error otherwise. Issued tickets become invalid, and visitors who answered before are not recognized. Set it for a single start.',
    setting: flagSetting({
      flag: 'new-secret',
      description:
        'Replaces the [secret of the database](operations.md#secret): tickets become invalid, and visitors can answer again. Set it for a single start.',
    }),
  },
  trustProxy: {
    type: 'readonly string[]',
    check: checkTrustProxy,
    default: [],
    description: 'The proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges.',
    setting: valueSetting<readonly string[]>({
      flag: 'trust-proxy',
      valueName: 'RANGES',
      absent: 'none',
      description: 'The proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges, separated by commas.',
      parse: parseTrust,
    }),
  },
  keyPrefix: {
    ...optional(
      'string',
      '2 to 12 letters from a to z',
      (value) => typeof value === 'string' && keyPrefixPattern.test(value),
    ),
    default: 'ask',
    description: 'The prefix of API keys: 2 to 12 letters from a to z. Existing keys keep working.',
  },
  registration: {
    ...oneOf('RegistrationMode', 'open', 'first', 'closed'),
    default: 'first',
    description:
      "Who can register with a password: `'open'` (anyone), `'first'` (only the first visitor of `/register`) or `'closed'` (nobody). Does not apply to users from `getUser`.",
    setting: valueSetting({
      flag: 'registration',
      valueName: 'WHO',
      default: 'open',
      description:
        'Who can register: `open` (anyone), `first` (only the first visitor of `/register`) or `closed` (nobody).',
      parse: parseRegistration,
    }),
  },
  getUser: {
    ...functionOf('GetUser<HostRequest>'),
    description:
      'Returns the signed-in user of your app, or null. Each user gets an account without visiting `/register`, and can open the dashboard without a second password. If it takes longer than ten seconds, the request fails with 503. See [Mounting](mounting.md#users-of-your-app).',
  },
  translate: {
    ...functionOf('TranslateTexts'),
    description:
      'Translates texts. With it, the tab Translate of the dashboard has a button for missing texts. It gets the texts, their language and the wanted language, and returns the translations in the same order. If it takes longer than a minute, nothing is changed. See [Languages](languages.md#translate-by-a-program).',
  },
  signInUrl: {
    ...string(parseSignInUrl),
    description:
      'The sign-in page of your app: a path or a URL such as `/login?returnTo={next}`. `{next}` stands for the URL to return to, which is added as the parameter `next` if it is missing. Signed-out users who open the dashboard are [redirected to it](mounting.md#the-dashboard-in-your-app). The widget and hosted pages link to it if only [signed-in users](asks.md#signed-in-users) can answer.',
  },
  userOrigins: {
    ...optional('readonly string[]', 'an array of origins like https://www.example.com', isOriginList),
    default: [],
    description:
      "Other origins whose pages can send the session of a [signed-in user](embedding.md#signed-in-users), such as `['https://www.example.com']`. The site of the ask must list them too. Owners can list any origin, so name only your own.",
  },
  homeUrl: {
    ...string(parseHomeUrl),
    description: 'The home page of your app: a path or a URL. Pages for owners link back to it.',
  },
  brand: {
    type: 'BrandOptions',
    check: checkBrand,
    interface: { name: 'BrandOptions', file: 'instance/options/brand.ts' },
    description: 'The name, logo and color of your app, which pages for owners show. Hosted pages use the color.',
    members: {
      name: {
        ...string(),
        isRequired: true,
        absent: 'Askwell',
        description:
          'The name of your app, which pages for owners show, such as the dashboard and its error pages. Required with `brand`.',
      },
      logo: {
        ...string(),
        description:
          'An https URL or a path. It is shown 28 pixels high. The content security policy of these pages allows images from its host.',
      },
      accent: {
        ...string(),
        absent: 'orange',
        description:
          'A color such as `#0a7d5a`. Where it would be hard to read, pages darken or lighten it. Hosted pages use it unless they have a design with a color.',
      },
    } satisfies OptionTable<BrandOptions>,
  },
  editor: optionGroup<EditorOptions>({
    interface: { name: 'EditorOptions', file: 'owners/access/editor-rules.ts' },
    description:
      'What users whom your app signs in, and holders of [tokens](in-process.md#tokens-for-pages-of-your-app), can create and change. Does not restrict API keys and code of your app.',
    members: {
      kinds: {
        ...optional('readonly AskKind[]', 'an array of "poll", "quiz" and "form"', isKindList),
        absent: 'all',
        description: 'The kinds that can be created: `poll`, `quiz` and `form`.',
      },
      types: {
        ...optional('readonly string[]', 'an array of types', isTextList),
        absent: 'all',
        description: "The types of questions and fields that can be added, such as `['short_text', 'email']`.",
      },
      locked: {
        ...optional('JsonObject', 'an object of values as JSON', (value) => isJsonValue(value) && isJsonObject(value)),
        default: {},
        description:
          "Members of definitions with the values that new polls, quizzes and forms get, such as `{ locale: 'de', keep_answers_days: 90 }`. They cannot be set to other values.",
      },
      hidden: {
        ...optional('readonly string[]', 'an array of names of members', isTextList),
        default: [],
        description:
          "Members of definitions that the editor on your pages does not show, such as `['design']`. They cannot be changed.",
      },
    },
  }),
  email: {
    type: 'EmailOptions',
    check: checkEmail,
    rows: 'own',
    description:
      'Sends [emails](email.md) through an SMTP server, `{ url, from }`, or a function of yours, `{ send(message) {…}, from }`. Requires `baseUrl`. The member `limits` has the [limits](email.md#limits) of receipts and notices.',
    members: emailOptions,
    read: readEmail,
  },
  on: {
    ...optionGroup<Listeners>({
      interface: { name: 'Listeners', file: 'core/events.ts' },
      description:
        'The functions `answer` and `change`, which Askwell calls after a commit. See [In-process API](in-process.md#events).',
      members: {
        answer: {
          ...functionOf('((event: AnswerEvent) => void | Promise<void>)'),
          description: 'Is called after an answer was stored or changed.',
        },
        change: {
          ...functionOf('((event: ChangeEvent) => void | Promise<void>)'),
          description:
            'Is called after a poll, quiz or form was created, updated or deleted, or its answers were deleted.',
        },
      },
    }),
    rows: 'own',
  },
  pages: optionGroup<PageOptions>({
    interface: { name: 'PageOptions', file: 'instance/options/page-options.ts' },
    description: 'Enables and disables pages. A disabled page returns 404.',
    members: {
      landing: {
        ...boolean,
        default: defaultPages.landing,
        description: '`/`: introduces Askwell with a sample poll.',
      },
      dashboard: {
        ...boolean,
        default: defaultPages.dashboard,
        description: '`/dashboard`, `/login`, `/logout`, `/register`, `/enter`, and the links to results at `/r`.',
      },
      register: {
        ...boolean,
        default: defaultPages.register,
        description: '`/register`. Disabled with `dashboard` too.',
      },
      docs: { ...boolean, default: defaultPages.docs, description: '`/docs` and `/openapi.json`.' },
    },
  }),
  hsts: {
    ...optional('boolean | number', 'true, false or a number of seconds', isHsts),
    default: false,
    description:
      'With an https `baseUrl`, pages have `Strict-Transport-Security`: browsers then use only https for the whole host of your app. `true` is a year, a number is seconds.',
  },
  branding: {
    ...boolean,
    default: true,
    description: 'Shows “Made with Askwell” on hosted pages.',
    setting: valueSetting({
      flag: 'branding',
      valueName: 'SWITCH',
      description: 'Shows “Made with Askwell” on hosted pages: `on` or `off`.',
      parse: parseSwitch,
      format: formatSwitch,
    }),
  },
  imageHosts: {
    ...optional('readonly string[]', 'an array of hosts like images.example.com or *.example.com', isImageHostList),
    absent: 'all',
    description:
      "The hosts from which `image_url` can load images: `['images.example.com', '*.example.org']`. These hosts see the IP addresses of visitors.",
  },
  changeDays: {
    ...integer(1, 3_650),
    default: 30,
    description: 'The number of days for which [changes](changes.md) can be read.',
    setting: valueSetting({ flag: 'change-days', valueName: 'NUMBER', parse: parseCount }),
  },
  limits: optionGroup<LimitOptions>({
    interface: { name: 'LimitOptions', file: 'instance/options/options.ts' },
    description: 'Rate limits and overload limits.',
    members: limitOptions,
  }),
  metrics: {
    ...optionGroup<MetricsOptions>({
      interface: { name: 'MetricsOptions', file: 'instance/metrics/metrics-options.ts' },
      description: 'Counts requests, writes and connections, for [`askwell.metrics()`](operations/metrics.md).',
      members: metricsOptions,
    }),
    rows: 'both',
  },
  mcp: {
    type: 'McpOptions | false',
    check: groupCheck(mcpOptions, 'false or '),
    interface: { name: 'McpOptions', file: 'instance/options/options.ts' },
    default: {},
    rows: 'both',
    description: 'The API as [tools for AI agents](mcp.md) at `/mcp`, for holders of an API key. `false` disables it.',
    members: mcpOptions,
    setting: valueSetting({
      flag: 'mcp',
      valueName: 'MODE',
      description:
        'The [tools for AI agents](mcp.md) at `/mcp`: `off`, `read`, or `write` to let them create, change and delete.',
      parse: parseMcpMode,
      format: formatMcpMode,
    }),
  },
  quotas: optionGroup<QuotaOptions>({
    interface: { name: 'QuotaOptions', file: 'core/quota-options.ts' },
    description: 'How much each account can store. Requests that exceed a quota return 409.',
    members: quotaOptions,
  }),
  webhooks: optionGroup<WebhookOptions>({
    interface: { name: 'WebhookOptions', file: 'events/webhooks/webhook-options.ts' },
    description: 'How webhooks are sent. Private addresses and `http` are refused by default.',
    members: webhookOptions,
  }),
  logger: {
    ...methods('Logger', 'info', 'warn', 'error'),
    absent: 'standard error',
    description:
      'An object with `info`, `warn` and `error`, which are called with details and a message, such as a pino instance. The default writes warnings and errors, one line each. [Security events](operations.md#security-events) have the level `info`.',
  },
  clock: {
    ...optional('(() => number) | ClockSource', 'a function, or an object with the methods now, setTimeout', isClock),
    absent: 'the real time',
    description:
      'A function that returns milliseconds since 1970, like `Date.now`. Fractions are allowed. Or an object with `now()`, which returns the same, and `setTimeout(callback, milliseconds)`, which returns an object with `cancel()`: background work then runs when this clock calls it. For tests. See [Testing](testing.md#background-work).',
  },
  writer: {
    ...optional(
      "URL | string | 'inline'",
      'a URL, a file path or "inline"',
      (value) => value instanceof URL || isText(value),
    ),
    absent: 'found automatically',
    description:
      "The location of the writer's file if a bundler moved it, or `'inline'`. See [Mounting](mounting.md#bundlers).",
  },
} satisfies OptionTable<AskwellOptions>;

function isKindList(value: unknown): boolean {
  return Array.isArray(value) && value.every((kind) => askKinds.includes(kind));
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function checkDatabase(option: string, value: unknown): void {
  const foreign = typeof value === 'string' ? explainForeignUrl(value) : undefined;
  if (foreign !== undefined) throw new OptionError(`${option}: ${foreign} Set it as ASKWELL_DATABASE.`);
  // An empty text is a variable that is not set where the app is built. Opening the database reports it.
  if (typeof value === 'string' || hasMethods(value, ['prepare', 'exec']) || hasMethods(value, ['connect', 'query']))
    return;
  const expected = 'a file path, ":memory:", a postgres:// URL, an open better-sqlite3 database or a Pool of pg';
  throw invalidOption(option, expected, value);
}

function checkTrustProxy(option: string, value: unknown): void {
  if (Array.isArray(value) && value.every((range) => typeof range === 'string')) createTrustedProxies(value);
  else if (value !== undefined) throw invalidOption(option, 'an array of addresses and CIDR ranges', value);
}

/** Does not repeat the URL, because it may contain a password. */
function checkEmail(option: string, value: unknown): void {
  if (value === undefined || (isEmailOptions(value) && hasValidLimits(value))) return;
  const expected =
    '{ url: "smtp://user:password@host:587", from: "noreply@example.com" } or { send(message) {…}, from }, and optionally limits';
  throw new OptionError(`${option}: expected ${expected}. See docs/email.md.`);
}

function hasValidLimits(email: object): boolean {
  try {
    emailOptions.limits.check('limits', Reflect.get(email, 'limits'));
    return true;
  } catch {
    return false;
  }
}

/** Does not repeat the token. */
function checkMetricsToken(option: string, value: unknown): void {
  if (value === undefined || isMetricsToken(value)) return;
  throw new OptionError(`${option}: expected at least ${minTokenLength} printable characters without spaces.`);
}

function isOriginList(value: unknown): boolean {
  return Array.isArray(value) && value.every((origin) => typeof origin === 'string' && isOrigin(origin));
}

function isImageHostList(value: unknown): boolean {
  return Array.isArray(value) && value.every((host) => typeof host === 'string' && isImageHost(host));
}

function isDelayList(value: unknown): boolean {
  return Array.isArray(value) && value.length <= 20 && value.every((delay) => Number.isFinite(delay) && delay >= 0);
}

function isHsts(value: unknown): boolean {
  return typeof value === 'boolean' || (Number.isSafeInteger(value) && Number(value) >= 0);
}

function isClock(value: unknown): boolean {
  return typeof value === 'function' || hasMethods(value, ['now', 'setTimeout']);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
