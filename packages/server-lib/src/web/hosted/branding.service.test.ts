import { expect, test } from 'vitest';
import { startService } from '../../../test/support/servers/start-service.js';

test.each([true, false, undefined])(
  'pages say that they are made with Askwell if `branding` is %s',
  async (branding) => {
    const { askwell, fetch, close } = await startService({ branding });
    const account = await askwell.accounts.ensure({
      externalId: 'owner',
      name: 'Owner',
      email: 'owner@example.com',
    });
    const { id } = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
    for (const path of [`/p/${id}`, '/p/poll_00000000000000000000']) {
      const page = await (await fetch(`http://localhost${path}`)).text();
      expect(page.includes('Made with'), path).toBe(branding !== false);
    }
    await close();
  },
);
