import { newAddress } from './client.js';
import { createFormBrowser, type FormBrowser, type Page } from './forms.js';
import { createOwner } from './owner.js';
import type { TestServer } from './server.js';

/** A visitor's browser without scripts, as far as hosted pages go. */
export interface Visitor extends FormBrowser {
  /** Fills in the form of a page and sends it as a browser would; what stands in it already goes along. */
  fill(page: Page, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Page>;
  /** The same, and the page that it leads to. */
  answer(page: Page, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Page>;
}

/** Hosted pages, the owner whose asks they show, and those who open them. */
export async function createHostedDesk(server: TestServer) {
  const { session } = await createOwner(server.services);
  const account = session.account.id;
  const { polls, quizzes, forms } = server.askwell;

  return {
    account,
    session,
    poll: async (draft: Partial<Parameters<typeof polls.create>[1]> = {}) =>
      (await polls.create(account, { title: 'Tea or coffee?', options: ['Tea', 'Coffee'], ...draft })).id,
    quiz: async (draft: Partial<Parameters<typeof quizzes.create>[1]> = {}) =>
      (await quizzes.create(account, { title: 'A quiz', questions: [trueOrFalse], ...draft })).id,
    form: async (draft: Partial<Parameters<typeof forms.create>[1]> = {}) =>
      (await forms.create(account, { title: 'A form', fields: [{ type: 'short_text', label: 'Name' }], ...draft })).id,
    visitor: (headers: Record<string, string> = {}) => createVisitor(server.url, headers),
  };
}

const trueOrFalse = { type: 'boolean', prompt: 'Is water wet?', answer: true } as const;

function createVisitor(url: string, headers: Record<string, string>): Visitor {
  const browser = createFormBrowser(url, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': newAddress(),
    ...headers,
  });
  const fill: Visitor['fill'] = (page, fields) => {
    const form = formIn(page);
    const given = Object.entries(fields).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((one) => [name, one] as const),
    );
    return browser.submit(form.action, [...form.hidden.filter(([name]) => !(name in fields)), ...given]);
  };
  return {
    ...browser,
    fill,
    async answer(page, fields) {
      const sent = await fill(page, fields);
      if (sent.status !== 303 || sent.location === null) throw new Error(`A form was answered ${sent.status}.`);
      return browser.open(sent.location);
    },
  };
}

/** Where the form of a page is sent, and what it sends unseen. */
export function formIn({ text }: Page): { action: string; hidden: [name: string, value: string][] } {
  const form = /<form class="form answer" method="post" action="([^"]*)">([\s\S]*?)<\/form>/.exec(text);
  if (!form) throw new Error(`There is no form in ${text}`);
  const [, action = '', body = ''] = form;
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { action, hidden: hidden.map(([, name = '', value = '']) => [name, value]) };
}

/** What a page's headers allow it. */
export function policyOf(page: Page): string {
  return page.headers.get('content-security-policy') ?? '';
}

/** What the form of a page sends unseen under a name. */
export function hiddenValue(page: Page, name: string): string | undefined {
  return formIn(page).hidden.find(([known]) => known === name)?.[1];
}

/** Everything that is walked over. */
export async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}
