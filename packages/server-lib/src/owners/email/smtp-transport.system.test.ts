import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type MailServer, refusal, startMailServer } from '../../../test/support/email/smtp-server.js';
import { selfSigned } from '../../../test/support/servers/start-tls-server.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { EmailMessage } from './email-options.js';
import { createSmtpTransport } from './smtp-transport.js';
import { parseSmtpUrl, type SmtpServer } from './smtp-url.js';

const message: EmailMessage = {
  from: 'Ask Well <noreply@example.com>',
  to: 'ada@example.net',
  subject: 'Grüße',
  text: 'Schöne Grüße\n',
  html: '<p>Schöne Grüße</p>',
  messageId: '<test.1@example.com>',
  headers: { 'Auto-Submitted': 'auto-generated' },
};

const patient = { connect: 30_000, reply: 30_000 };
const impatient = { connect: 2_000, reply: 300 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function start(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closers.push(server.close);
  return server;
}

function parse(url: string): SmtpServer {
  const server = parseSmtpUrl(url);
  if (!server) throw new Error(`Invalid URL: ${url}`);
  return server;
}

function send(
  url: string,
  changes: Partial<EmailMessage> = {},
  { timeouts = patient, signal = new AbortController().signal } = {},
) {
  return createSmtpTransport(parse(url), timeouts).send({ ...message, ...changes }, signal);
}

test('a server gets an email with its headers and both parts', async () => {
  const server = await start();
  expect(await send(server.url)).toBe('sent');
  expect(server.emails).toMatchObject([
    {
      from: 'noreply@example.com',
      to: ['ada@example.net'],
      secure: false,
      headers: {
        from: 'Ask Well <noreply@example.com>',
        to: 'ada@example.net',
        subject: 'Grüße',
        'message-id': '<test.1@example.com>',
        'auto-submitted': 'auto-generated',
      },
      text: 'Schöne Grüße\n',
    },
  ]);
  expect(server.emails[0]?.html).toContain('<p>Schöne Grüße</p>');
});

test('an address cannot name more recipients, and a subject cannot add headers', async () => {
  const server = await start();
  await send(server.url, { to: 'ada@example.net, eve@example.net' });
  await send(server.url, { to: 'ada@example.net>\r\nRCPT TO:<eve@example.net' });
  await send(server.url, { subject: 'Hi\r\nBcc: eve@example.net\r\n\r\nBody' });
  expect(server.emails.flatMap(({ to }) => to)).not.toContain('eve@example.net');
  expect(server.emails.map(({ headers }) => headers['bcc'])).toEqual(server.emails.map(() => undefined));
});

test('uses STARTTLS if the server offers it, and requires it unless the server is on this machine', async () => {
  const { key, cert } = selfSigned();
  const offering = await start({ key, cert, disabledCommands: [] });
  const withoutTls = await start();
  expect(await send(`${offering.url}?tls=no-verify`)).toBe('sent');
  expect(offering.emails).toMatchObject([{ secure: true }]);
  const unencrypted = createSmtpTransport({ ...parse(withoutTls.url), tls: 'required' }, patient);
  expect(await unencrypted.send(message, new AbortController().signal)).toMatchObject({
    failure: 'unavailable',
    code: 'ETLS',
  });
  expect(withoutTls.emails).toEqual([]);
});

test.each(['smtp', 'smtps'])(
  '%s: refuses a self-signed certificate unless it is allowed or trusted',
  async (scheme) => {
    const { key, cert } = selfSigned();
    const server = await start({ key, cert, secure: scheme === 'smtps', disabledCommands: [] });
    const url = `${scheme}://localhost:${server.port}`;
    expect(await send(url)).toMatchObject({ failure: 'unavailable' });
    expect(server.emails).toEqual([]);
    expect(await send(`${url}?tls=no-verify`)).toBe('sent');
    const file = join(await temporaryFolder(), 'ca.pem');
    await writeFile(file, cert);
    expect(await send(`${url}?ca=${encodeURIComponent(file)}`)).toBe('sent');
    expect(server.emails).toMatchObject([{ secure: true }, { secure: true }]);
  },
);

test('signs in with the credentials of the URL', async () => {
  const server = await start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me@example.com' && password === 'p:s' ? done(null, { user: username }) : done(refusal(535)),
  });
  const url = (credentials: string) => server.url.replace('//', `//${credentials}@`);
  expect(await send(url('me%40example.com:p%3As'))).toBe('sent');
  // It concerns all emails, and an operator can correct it.
  expect(await send(url('me%40example.com:wrong'))).toMatchObject({
    failure: 'unavailable',
    code: 'EAUTH',
    reply: 535,
  });
  expect(await send(server.url)).toMatchObject({ failure: 'unavailable', reply: 530 });
});

test.each([
  [450, 'deferred'],
  [550, 'rejected'],
  [421, 'unavailable'],
])('a recipient refused with %i is %s', async (code, failure) => {
  const server = await start({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
  expect(await send(server.url)).toMatchObject({ failure, reply: code });
});

test.each([
  [451, 'deferred'],
  [554, 'rejected'],
])('content refused with %i is %s', async (code, failure) => {
  const server = await start();
  server.decide(() => refusal(code));
  expect(await send(server.url)).toMatchObject({ failure, reply: code });
});

test('a refused sender concerns all emails', async () => {
  const server = await start({ onMailFrom: (_address, _session, done) => done(refusal(550)) });
  expect(await send(server.url)).toMatchObject({ failure: 'unavailable', reply: 550 });
});

test('a server is unavailable if it is stopped or silent, or if the delivery is given up', async () => {
  const server = await startMailServer();
  await server.close();
  expect(await send(server.url)).toMatchObject({ failure: 'unavailable', code: 'ESOCKET' });

  const silent = await listen(() => {});
  expect(await send(`smtp://127.0.0.1:${silent}`, {}, { timeouts: impatient })).toMatchObject({
    failure: 'unavailable',
  });

  // Each line arrives in time, but the greeting never ends.
  const stopping = new AbortController();
  const endless = await listen((socket) => {
    let lines = 0;
    const timer = setInterval(() => {
      socket.write('220-more\r\n');
      if (++lines === 10) stopping.abort();
    }, 50);
    socket.on('close', () => clearInterval(timer));
  });
  const { signal } = stopping;
  expect(await send(`smtp://127.0.0.1:${endless}`, {}, { timeouts: impatient, signal })).toMatchObject({
    failure: 'unavailable',
  });
});

/** Starts a server that accepts connections, and returns its port. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
