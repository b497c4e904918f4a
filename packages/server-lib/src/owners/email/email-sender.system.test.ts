import { expect, test } from 'vitest';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { startMailServer } from '../../../test/support/email/smtp-server.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startServer } from '../../../test/support/servers/start-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

test('an email arrives twice with one Message-ID if the connection failed after its content was sent', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const mail = await startMailServer();
  const lines: string[] = [];
  const server = await startServer({
    baseUrl: 'https://polls.example.com',
    clock: source,
    email: { url: mail.url, from: 'noreply@example.com' },
    logger: { info() {}, warn: (_details, message) => void lines.push(message), error() {} },
  });
  try {
    let received = 0;
    mail.decide(() => {
      received++;
      // The server has accepted it, but its reply does not arrive.
      if (received === 1) mail.breakConnections();
      return undefined;
    });
    const { email } = await createOwner(server.services);
    expect((await createFormBrowser(server).submit('/forgot-password', { email })).status).toBe(200);
    await server.services.passwordResets?.flush();
    await clock.advance(0);
    expect(received).toBe(1);
    expect(lines.filter((line) => line.startsWith('Cannot send'))).toEqual(['Cannot send an email. It is sent later.']);
    await clock.advance({ minutes: 5 });
    expect(received).toBe(2);
    const [first, second] = mail.emails;
    expect(first?.headers['message-id']).toMatch(/^<[\w-]{20,}@polls\.example\.com>$/);
    expect(second?.headers['message-id']).toBe(first?.headers['message-id']);
    expect(second).toMatchObject({ to: [email], headers: { subject: 'Set a new password' } });
    expect(second?.text).toContain('https://polls.example.com/reset-password?token=');
  } finally {
    await server.close();
    await mail.close();
  }
});
