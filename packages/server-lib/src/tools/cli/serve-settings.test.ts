import { describe, expect, test } from 'vitest';
import type { Environment } from './command.js';
import { createParsedSettings } from './parsed-settings.js';
import { parseServeSettings, serveFlags } from './serve-settings.js';

const parse = (environment: Environment, flags: Record<string, string | boolean> = {}) =>
  parseServeSettings(createParsedSettings(flags, environment, serveFlags));

test('without settings, the server listens on this machine, and anyone can register', () => {
  expect(parse({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    connections: { inAll: 10_000, perClient: 500 },
    options: { database: './askwell.db', registration: 'open' },
  });
});

test('settings become options', () => {
  const environment = {
    DATABASE_URL: 'a.db',
    BASE_URL: 'https://example.com',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    MCP: 'off',
    BRANDING: 'off',
    QUOTA_ASKS: '5',
    WEBHOOK_TIMEOUT: '20',
    METRICS_ADDRESSES: '::1',
    CHANGE_DAYS: '7',
  };
  expect(parse(environment, { 'new-secret': true, 'account-requests': '9' }).options).toEqual({
    database: 'a.db',
    baseUrl: 'https://example.com',
    newSecret: true,
    trustProxy: ['10.0.0.0/8', '::1'],
    registration: 'open',
    branding: false,
    changeDays: 7,
    limits: { accountRequests: 9 },
    metrics: { addresses: ['::1'] },
    mcp: false,
    quotas: { asks: 5 },
    webhooks: { timeout: 20_000 },
  });
});

describe('emails', () => {
  const sender = { SMTP_URL: 'smtp://mail.example.com', EMAIL_FROM: 'polls@example.com' };
  const parseEmail = (more: Environment) => parse({ ...sender, ...more }).options.email;

  test('each limit has a variable', () => {
    const limits = {
      EMAIL_PER_HOUR: '1',
      EMAIL_PER_ACCOUNT: '2',
      EMAIL_PER_NEW_ACCOUNT: '3',
      EMAIL_PER_CLIENT: '4',
      EMAIL_PER_ADDRESS: '5',
    };
    expect(parseEmail(limits)).toMatchObject({
      limits: { perHour: 1, perAccount: 2, perNewAccount: 3, perClient: 4, perAddress: 5 },
    });
  });

  test.each(['0', '-1', '1.5', 'many', '1000001'])('a limit cannot be %s', (limit) => {
    expect(() => parseEmail({ EMAIL_PER_ACCOUNT: limit })).toThrow(
      `EMAIL_PER_ACCOUNT must be a whole number from 1 to 1000000, not "${limit}".`,
    );
  });

  test('a server requires a sender', () => {
    expect(() => parseEmail({ EMAIL_FROM: undefined })).toThrow('SMTP_URL requires EMAIL_FROM, the sender of emails.');
  });

  test('a limit without a server sends nothing', () => {
    expect(parse({ EMAIL_PER_HOUR: '1' }).options.email).toBeUndefined();
  });
});
