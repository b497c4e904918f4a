import type { FormDraft, PollDraft, QuizDraft } from '../../../src/shared/contract/resources.js';
import { createAsk } from '../asks/create-ask.js';
import { newAddress } from '../http/http-client.js';
import type { Requests } from '../http/requests.js';
import { createOwner } from '../servers/create-owner.js';
import type { TestServer } from '../servers/test-server.js';
import { createFormBrowser, type FormBrowser, type Page } from './form-browser.js';

/** A visitor with a browser that runs no scripts. */
export interface Visitor extends FormBrowser {
  /** Fills in the form of a page and sends it as a browser does, hidden inputs included. */
  fill(page: Page, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Page>;
  /** Fills in and sends the form, and opens the page that the reply redirects to. */
  answer(page: Page, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Page>;
}

/** Creates an owner, and returns functions that create asks and visitors for their hosted pages. */
export async function createHostedPageClient(server: TestServer) {
  const owner = await createOwner(server.services);
  const { session } = owner;
  const key = await owner.key();

  return {
    account: session.account,
    session,
    poll: (draft: Partial<PollDraft> = {}) =>
      createAsk(server, key, 'polls', { title: 'Tea or coffee?', options: ['Tea', 'Coffee'], ...draft }),
    quiz: (draft: Partial<QuizDraft> = {}) =>
      createAsk(server, key, 'quizzes', { title: 'A quiz', questions: [trueOrFalse], ...draft }),
    form: (draft: Partial<FormDraft> = {}) => createAsk(server, key, 'forms', { title: 'A form', ...draft }),
    visitor: (headers: Record<string, string> = {}) => createVisitor(server, headers),
  };
}

const trueOrFalse = { type: 'boolean', prompt: 'Is water wet?', answer: true } as const;

function createVisitor(server: Requests, headers: Record<string, string>): Visitor {
  const browser = createFormBrowser(server, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': newAddress(),
    ...headers,
  });
  const fill: Visitor['fill'] = (page, fields) => {
    const form = formIn(page);
    const filled = Object.entries(fields).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : value).map((single) => [name, single] as const),
    );
    return browser.submit(form.action, [...form.hidden.filter(([name]) => !(name in fields)), ...filled]);
  };
  return {
    ...browser,
    fill,
    async answer(page, fields) {
      const sent = await fill(page, fields);
      if (sent.status !== 303 || sent.location === null)
        throw new Error(`The form was answered ${sent.status}: ${sent.text}`);
      return browser.open(sent.location);
    },
  };
}

/** Returns the action and the hidden inputs of the form on a page. */
export function formIn({ text }: Page): { action: string; hidden: [name: string, value: string][] } {
  const form = /<form class="form answer[ \w]*" method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(text);
  if (!form) throw new Error(`The page has no form: ${text}`);
  const [, action = '', body = ''] = form;
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { action, hidden: hidden.map(([, name = '', value = '']) => [name, unescaped(value)]) };
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Returns the text of an attribute. */
function unescaped(attribute: string): string {
  return attribute.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}

/** Returns the content security policy of a page. */
export function policyOf(page: Page): string {
  return page.headers.get('content-security-policy') ?? '';
}

/** Returns the value of a hidden input of the form on a page. */
export function hiddenValue(page: Page, name: string): string | undefined {
  return formIn(page).hidden.find(([known]) => known === name)?.[1];
}
