import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { wireIdOf } from '../../core/ids.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { EmailRenderer, RenderedEmail } from '../../owners/email/deliver-emails.js';
import { renderHtml, renderText } from '../../owners/email/email-layout.js';
import type { EmailSource } from '../../owners/email/email-sender.js';
import {
  addNotice,
  endNotices,
  selectDueAccounts,
  selectNotice,
  selectNoticedAsks,
  setNotice,
} from './notice-queries.js';
import type { NoticeTiming } from './notice-timing.js';

export interface NoticesOptions {
  readonly store: Store;
  readonly secret: Secret;
  /** The public URL of the service, with its base path. */
  readonly serverUrl: string;
}

/** The asks whose notices a link ends, with the signature of the link. */
export interface UnsubscribeLink {
  readonly asks: string;
  readonly token: string;
}

const asksPattern = /^[0-9a-z]{1,40}(\.[0-9a-z]{1,40}){0,49}$/;

/** The notices of new answers. */
export type Notices = ReturnType<typeof createNotices>;

/** Creates the service that sends owners notices of new answers by email. */
export function createNotices({ store, secret, serverUrl }: NoticesOptions) {
  const tokenOf = (asks: string) => shortHmac(secret.key, `askwell unsubscribe\0${asks}`);

  function unsubscribeUrl(ids: readonly string[]): string {
    const asks = ids.join('.');
    return `${serverUrl}/unsubscribe?${new URLSearchParams({ asks, token: tokenOf(asks) })}`;
  }

  const render: EmailRenderer = async ({ id, account_id }) => {
    const { to, asks } = await store.read(selectNoticedAsks(id, account_id));
    if (to === undefined || asks.length === 0) return 'drop';
    return renderNotice({
      to,
      asks: asks.map((ask) => ({
        title: ask.title,
        answers: ask.new_answers,
        url: `${serverUrl}/dashboard/asks/${wireIdOf(ask)}/answers`,
        unsubscribeUrl: unsubscribeUrl([ask.id]),
      })),
      unsubscribeUrl: unsubscribeUrl(asks.map((ask) => ask.id)),
    });
  };

  const source: EmailSource = {
    selectAccounts: selectDueAccounts,
    addEmails: (account, at) => store.run(addNotice, { account, at }),
  };

  return {
    render,
    source,

    /** Returns when the owner of an ask gets notices of new answers. Null: never. */
    find: async (ask: number): Promise<NoticeTiming | null> => (await store.read(selectNotice(ask)))?.timing ?? null,

    /** Sets when the owner of an ask gets notices of new answers. */
    async set({ account }: Scope, ask: number, timing: NoticeTiming | null): Promise<void> {
      if (!(await store.run(setNotice, { account, ask, timing }))) throw new AskwellError('not_found');
    },

    /** Returns whether a link was made by this service. */
    isGenuine: ({ asks, token }: UnsubscribeLink): boolean => asksPattern.test(asks) && tokenOf(asks) === token,

    /** Ends the notices of the asks of a genuine link. */
    unsubscribe: ({ asks }: UnsubscribeLink): Promise<void> => store.run(endNotices, { asks: asks.split('.') }),
  };
}

/** The content of a notice. */
interface NoticeContent {
  readonly to: string;
  readonly asks: readonly {
    readonly title: string;
    readonly answers: number;
    /** The page with the answers. */
    readonly url: string;
    readonly unsubscribeUrl: string;
  }[];
  /** The link that ends the notices of all these asks. */
  readonly unsubscribeUrl: string;
}

/** Renders the email that notifies an owner of new answers. It contains no answers. */
function renderNotice({ to, asks, unsubscribeUrl }: NoticeContent): RenderedEmail {
  const total = asks.reduce((sum, { answers }) => sum + answers, 0);
  const [first] = asks;
  const where = asks.length === 1 ? (first?.title ?? '') : `${asks.length} asks`;
  const subject = `${countOf(total)}: ${where}`;
  const content = {
    lang: 'en',
    dir: 'ltr',
    title: subject,
    paragraphs: [],
    facts: asks.map(({ title, answers, url }) => ({ label: title, value: countOf(answers), url })),
    footer: [
      'You get this email because you turned on notices in the dashboard.',
      ...asks.map((ask) => ({ text: `Stop notices about “${ask.title}”`, url: ask.unsubscribeUrl })),
    ],
  } as const;
  return {
    to,
    subject,
    text: renderText(content),
    html: renderHtml(content),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function countOf(answers: number): string {
  return answers === 1 ? '1 new answer' : `${answers.toLocaleString('en')} new answers`;
}
