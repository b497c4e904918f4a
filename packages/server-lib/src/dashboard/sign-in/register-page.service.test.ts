import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

const validFields = { name: 'New Owner', email: 'newcomer@example.com', password: 'correct horse' };

test('signs in after registration and redirects to the dashboard', async () => {
  const browser = createFormBrowser(server);
  const reply = await browser.submit('/register', validFields);
  expect([reply.status, reply.location]).toEqual([303, '/dashboard']);
  expect(reply.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^askwell=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^askwell-known=[\w-]{22}\.\w{32}; Path=\/login; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
  ]);
  expect(wordsOf(await browser.open('/dashboard'))).toContain('Welcome, New Owner');
  for (const path of ['/register', '/login']) {
    const redirect = await browser.open(path);
    expect([redirect.status, redirect.location]).toEqual([303, '/dashboard']);
  }
});

test('redirects to `next` only on the same origin', async () => {
  const browser = createFormBrowser(server);
  const form = await browser.open('/register?next=%2Fdashboard%2Fsites');
  expect(form.text).toContain('<input type="hidden" name="next" value="/dashboard/sites">');
  const fields = { ...validFields, email: 'next@example.com', next: '/dashboard/sites' };
  expect((await browser.submit('/register', fields)).location).toBe('/dashboard/sites');
  const evil = { ...validFields, email: 'evil@example.com', next: '//evil.example' };
  expect((await browser.submit('/register', evil)).location).toBe('/dashboard');
});

describe('shows errors and keeps the values for', () => {
  test.each([
    ['a missing name', { name: ' ' }, 'Name Enter a name.'],
    ['an invalid email', { email: 'mira' }, 'Email Enter an email address like name@example.com.'],
    ['a short password', { password: 'short' }, 'Password Use at least 8 characters.'],
    ['a common password', { password: 'Trustno1' }, 'Password Too common: attackers try such passwords first.'],
    [
      'a password with the name',
      { password: 'newowner2026' },
      'Password Must not be your name or email, or a part of them.',
    ],
    ['a long name', { name: 'x'.repeat(101) }, 'Name Use at most 100 characters.'],
    ['a registered email', { email: 'TAKEN@example.com' }, 'Email Already registered. Sign in instead.'],
  ])('%s', async (_what, invalid, message) => {
    const browser = createFormBrowser(server);
    await browser.submit('/register', { ...validFields, email: 'taken@example.com' });
    const fields = { ...validFields, email: 'fresh@example.com', ...invalid };
    const reply = await createFormBrowser(server).submit('/register', fields);
    expect(reply.status).toBe(422);
    expect(wordsOf(reply)).toContain(message);
    // The fault says the rule.
    expect(wordsOf(reply).includes(' At least 8 characters.')).toBe(!message.includes('Use at least 8'));
    expect(reply.text).toContain(`name="email" `);
    expect(reply.text).toContain(`value="${fields.email}"`);
    expect(reply.text).not.toContain(fields.password);
    expect(reply.text).toMatch(/role="alert" tabindex="-1" autofocus/);
    const field = Object.keys(invalid)[0];
    expect(reply.text).toMatch(
      new RegExp(`id="register-${field}"[^>]* aria-describedby="[^"]*register-${field}-fault[^>]* aria-invalid="true"`),
    );
    expect(reply.headers.get('set-cookie')).toBeNull();
  });
});

test('reports all required fields of an empty form', async () => {
  const reply = await createFormBrowser(server).send('/register', { method: 'POST' });
  expect(reply.status).toBe(422);
  expect(wordsOf(reply)).toContain('Check 3 fields: Name , Email , Password .');
});

test('limits how many registered emails a client can probe', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const own = await startService({ clock: source });
  const from = (address: string) => createFormBrowser(own, { 'x-forwarded-for': `198.51.100.7, ${address}` });
  const fresh = { ...validFields, email: 'new@example.com' };
  try {
    expect((await from('192.0.2.1').submit('/register', validFields)).status).toBe(303);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      statuses.push((await from('192.0.2.1').submit('/register', validFields)).status);
    }
    expect(statuses).toEqual(Array(10).fill(422));
    const refused = await from('192.0.2.1').submit('/register', fresh);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(wordsOf(refused)).toContain('Too many attempts. Try again in 15 minutes.');
    expect((await from('192.0.2.2').submit('/register', validFields)).status).toBe(422);
    await clock.advance({ minutes: 15 });
    expect((await from('192.0.2.1').submit('/register', fresh)).status).toBe(303);
  } finally {
    await own.close();
  }
});

describe('registration', () => {
  test('"closed" creates no accounts', async () => {
    const closed = await startService({ registration: 'closed' });
    try {
      const browser = createFormBrowser(closed);
      const page = await browser.open('/register');
      expect([page.status, wordsOf(page)]).toEqual([200, expect.stringContaining('Registration is closed')]);
      const reply = await browser.submit('/register', validFields);
      expect([reply.status, wordsOf(reply)]).toEqual([403, expect.stringContaining('Registration is closed')]);
      expect(
        (await browser.submit('/login', { email: validFields.email, password: validFields.password })).status,
      ).toBe(422);
      expect((await browser.open('/')).text).not.toContain('href="/register"');
    } finally {
      await closed.close();
    }
  });

  test('"first" creates one account, also for concurrent requests', async () => {
    const first = await startService({ registration: 'first' });
    try {
      const attempts = ['a', 'b', 'c'].map((name) =>
        createFormBrowser(first).submit('/register', { ...validFields, email: `${name}@example.com` }),
      );
      const statuses = (await Promise.all(attempts)).map((reply) => reply.status);
      expect(statuses.sort()).toEqual([303, 403, 403]);
      expect(wordsOf(await createFormBrowser(first).open('/register'))).toContain('Registration is closed');
    } finally {
      await first.close();
    }
  });
});
