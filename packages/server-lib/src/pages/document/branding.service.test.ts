import { expect, test } from 'vitest';
import { createAskwell } from '../../create-askwell.js';

test.each([true, false, undefined])(
  'pages say that they are made with Askwell if `branding` is %s',
  async (branding) => {
    const askwell = createAskwell({ database: ':memory:', branding, registration: 'closed' });
    const account = await askwell.accounts.ensure({
      externalId: 'owner',
      name: 'Owner',
      email: 'owner@example.com',
    });
    const { id } = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
    for (const path of [`/p/${id}`, '/p/poll_00000000000000000000']) {
      const page = await (await askwell.fetch(new Request(`http://localhost${path}`))).text();
      expect(page.includes('Made with'), path).toBe(branding !== false);
    }
    await askwell.close();
  },
);
