import { expect, test } from 'vitest';
import { createParsedSettings } from '../../parsed-settings.js';
import { emailSettings } from './email-settings.js';

const sender = { SMTP_URL: 'smtp://mail.example.com', EMAIL_FROM: 'polls@example.com' };
const parse = (more: object) => emailSettings(createParsedSettings({}, { ...sender, ...more }));

test('each limit of emails has a variable', () => {
  const limits = {
    EMAIL_PER_HOUR: '1',
    EMAIL_PER_ACCOUNT: '2',
    EMAIL_PER_NEW_ACCOUNT: '3',
    EMAIL_PER_CLIENT: '4',
    EMAIL_PER_ADDRESS: '5',
  };
  expect(parse(limits)).toMatchObject({
    limits: { perHour: 1, perAccount: 2, perNewAccount: 3, perClient: 4, perAddress: 5 },
  });
});

test.each(['0', '-1', '1.5', 'many', '1000001'])('a limit of emails cannot be %s', (limit) => {
  expect(() => parse({ EMAIL_PER_ACCOUNT: limit })).toThrow(
    `EMAIL_PER_ACCOUNT must be a whole number from 1 to 1000000, not "${limit}".`,
  );
});
