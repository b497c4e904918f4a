import type { AskwellOptions } from '../../../src/instance/options/options.js';
import type { AccountObject } from '../../../src/owners/access/account-object.js';
import { createAsk } from '../asks/create-ask.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';
import { createFormBrowser, type FormBrowser, makeKey, type Page, register } from './form-browser.js';

/** A server with a signed-in owner, for the pages with answers. */
export interface AnswerPages {
  readonly server: TestServer;
  readonly owner: FormBrowser;
  /** The number of the account of the owner. */
  readonly account: AccountObject;
  /** An API key of the owner. */
  readonly key: string;
  /** Creates a poll with votes for options, by visitors. */
  createPoll(votes: readonly (readonly [option: string, visitor: string])[]): Promise<{ poll: string; ids: string[] }>;
  /** Returns the votes of each option of a poll. */
  votesOf(poll: string): Promise<number[]>;
}

/** Starts a server with a signed-in owner. */
export async function startAnswerPages(options: Partial<AskwellOptions> = {}): Promise<AnswerPages> {
  const server = await startService(options);
  const owner = createFormBrowser(server);
  await register(owner);
  const key = await makeKey(owner, { name: 'Test' });
  const get = async (path: string) =>
    Object(await (await server.fetch(`${server.url}/api/v1/${path}`, { headers: { 'x-api-key': key } })).json()).data;
  const account = await server.askwell.accounts.get({ id: (await get('me')).id });
  return {
    server,
    owner,
    account,
    key,
    async createPoll(votes) {
      const poll = await createAsk(server, key, 'polls', { one_per: 'browser' });
      const ids: string[] = [];
      for (const [option, visitor] of votes) {
        ids.push((await server.askwell.polls.vote(poll, { choices: [option] }, { id: visitor })).id);
      }
      return { poll, ids };
    },
    async votesOf(poll) {
      const { options: counted } = await get(`polls/${poll}/results`);
      return counted.map(({ votes }: { votes: number }) => votes);
    },
  };
}

/** Returns the path of the answers of an ask. */
export const answersPath = (ask: string): string => `/dashboard/asks/${ask}/answers`;

/** Returns the IDs of the answers in a table. */
export const answerIdsIn = ({ text }: Page): string[] =>
  [...text.matchAll(/name="answer" value="(\w+)"/g)].map(([, id]) => id ?? '');

/** Returns the address of a link of a page by its relation. */
export const linkIn = ({ text }: Page, rel: string): string | undefined =>
  new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&');

/** Returns the address and the hidden fields of the form with a button. */
export function formIn({ text }: Page, button: string): [path: string, fields: (readonly [string, string])[]] {
  const form = [...text.matchAll(/<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(([whole]) =>
    whole.includes(`>${button}</button>`),
  );
  if (!form) throw new Error(`The page has no form with the button "${button}": ${text}`);
  const inputs = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return [
    (form[1] ?? '').replaceAll('&amp;', '&'),
    inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const),
  ];
}
