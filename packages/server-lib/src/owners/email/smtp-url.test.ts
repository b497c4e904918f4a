import { expect, test } from 'vitest';
import { isEmailOptions, parseSender } from './email-options.js';
import { parseSmtpUrl } from './smtp-url.js';

const plain = { credentials: undefined, acceptsAnyCertificate: false, authorityFile: undefined };

test.each([
  ['smtp://mail.example.com', { ...plain, host: 'mail.example.com', port: 587, tls: 'required' }],
  ['smtps://mail.example.com', { ...plain, host: 'mail.example.com', port: 465, tls: 'from_start' }],
  ['smtp://localhost:2525/', { ...plain, host: 'localhost', port: 2525, tls: 'if_offered' }],
  ['smtp://[::1]', { ...plain, host: '::1', port: 587, tls: 'if_offered' }],
  ['smtp://relay:25?tls=off', { ...plain, host: 'relay', port: 25, tls: 'off' }],
  [
    'smtps://me%40example.com:p%3As@h:1?tls=no-verify',
    {
      host: 'h',
      port: 1,
      tls: 'from_start',
      acceptsAnyCertificate: true,
      authorityFile: undefined,
      credentials: { user: 'me@example.com', password: 'p:s' },
    },
  ],
  ['smtp://h?ca=/etc/ca.pem', { ...plain, host: 'h', port: 587, tls: 'required', authorityFile: '/etc/ca.pem' }],
])('parses %s', (url, server) => {
  expect(parseSmtpUrl(url)).toEqual(server);
});

test.each(['', 'mail.example.com', 'http://h', 'smtp://', 'smtp://h/path', 'smtp://h?tls=on', 'smtp://h?pool=true'])(
  'refuses %j',
  (url) => {
    expect(parseSmtpUrl(url)).toBeUndefined();
  },
);

test.each(['smtps://h?tls=off', 'smtp://h#x', 'smtp://h?ca=', 'smtp://:secret@h', 'smtp://%ff@h'])(
  'refuses %j',
  (url) => {
    expect(parseSmtpUrl(url)).toBeUndefined();
  },
);

test('a sender is an address, with or without a name, and cannot add headers', () => {
  expect(parseSender('a@example.com')).toEqual({ name: '', address: 'a@example.com' });
  expect(parseSender('Ask Well <a@example.com>')).toEqual({ name: 'Ask Well', address: 'a@example.com' });
  for (const text of ['', 'a', 'a@b, c@d', 'X <a@b> <c@d>', 'X\r\nBcc: c@d <a@b>', 'a@b\nBcc: c@d', '"X" <a@b>'])
    expect(parseSender(text), text).toBeUndefined();
});

test('the option is a URL or a function, with a sender', () => {
  const from = 'a@example.com';
  const send = () => {};
  expect(
    [
      { url: 'smtp://h', from },
      { send, from },
      { send, from, url: undefined },
    ].map(isEmailOptions),
  ).toEqual([...[true, true, true]]);
  const invalid = [
    { url: 'smtp://h' },
    { send },
    { send, from, url: 'smtp://h' },
    { url: 'http://h', from },
    'smtp://h',
  ];
  for (const value of [...invalid, { from }, { send, from: 'x' }, { send, from, to: 'x' }, null])
    expect(isEmailOptions(value), JSON.stringify(value)).toBe(false);
});
