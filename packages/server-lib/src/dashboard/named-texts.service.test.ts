import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser } from '../../test/support/browser/form-browser.js';
import { createOwner } from '../../test/support/servers/create-owner.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';

let server: TestServer;
let browser: FormBrowser;
let id: string;
let answer: string;

beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  const { forms } = server.askwell;
  const options = [{ label: '{{guest}} comes' }, { label: '{{price}}' }, { label: 'No' }];
  const form = await forms.create(owner.session.account, {
    title: 'Lunch',
    one_per: 'ticket',
    welcome: { title: 'Welcome', text: 'Hello' },
    variables: [{ id: 'price', type: 'number' }],
    fields: [
      { id: 'guest', type: 'short_text', label: 'Your *name*' },
      { id: 'going', type: 'single_choice', label: 'Will you come, {{guest|friend}}?', options, other: true },
      { id: 'many', type: 'multiple_choice', label: 'What, {{guest}}?', options, min_choices: 2 },
      { id: 'sort', type: 'ranking', label: 'Sort, {{guest}}', options },
      { id: 'rate', type: 'rating', label: 'Rate, {{guest}}' },
      { id: 'cells', type: 'matrix', label: 'Cells, {{guest}}', rows: [{ label: 'Row of {{guest}}' }], options },
      {
        id: 'more',
        type: 'page',
        label: 'More of {{guest}}',
        next: [{ to: 'bye', when: { field: 'going', is: 'o1' } }],
      },
      { id: 'count', type: 'number', label: 'How many, {{guest}}?', show_if: { field: 'going', is: 'o1' } },
      { id: 'why', type: 'long_text', label: 'Why, {{guest}}?' },
    ],
    endings: [{ id: 'bye', title: 'Bye, {{guest|friend}}!' }],
    quotas: [{ limit: 9, when: { field: 'going', is: 'o1' }, ending: 'bye' }],
  });
  id = form.id;
  const [ticket = ''] = await forms.issueTickets(owner.session.account, id, 1);
  const answers = {
    guest: 'Ann',
    going: 'o1',
    many: ['o1', 'o2'],
    sort: ['o1', 'o2', 'o3'],
    rate: 3,
    cells: { r1: 'o1' },
    why: 'So',
  };
  ({ id: answer } = await forms.submit(id, { answers, ticket }));
});
afterAll(() => server.close());

test.each([
  'edit',
  'edit?item=many',
  'edit?item=cells',
  'edit?item=more&add=2',
  'logic',
  'logic?item=fields.1.options.0',
  'logic?item=fields.6.next.0',
  'logic?item=count',
  'logic?item=endings.0',
  'logic?item=quotas.0',
  'logic?item=variables.0',
  'logic?try=1',
  'settings',
  'design',
  'share',
  'share/prefill',
  'share/tickets',
  'results',
  'results?rows=field.going&columns=field.cells.r1',
  'results?answer=going.o1&compare=others&average=field.rate',
  'results/present',
  'results/cross.csv?rows=field.going&columns=field.cells.r1',
  'answers',
  'answers?field=ending&operator=is&value=bye',
  'answers/export',
  'answers/export?format=csv',
  'answers/{answer}',
])('%s names the fields to which placeholders refer', async (page) => {
  const reply = await browser.open(`/dashboard/asks/${id}/${page.replace('{answer}', answer)}`);
  // Inputs, the preview and the data of scripts keep the placeholders.
  const text = reply.text.replaceAll(/value="[^"]*"|<(textarea|script|iframe)[^>]*>.*?<\/\1>|srcdoc="[^"]*"/gs, '');
  expect([reply.status, text.match(/.{0,160}\{\{(guest|price).{0,20}/g)]).toEqual([200, null]);
});
