import type { RenderedEmail } from '../../owners/email/deliver-emails.js';
import { renderHtml, renderText } from '../../owners/email/email-layout.js';

/** What a notice tells. */
export interface NoticeContent {
  readonly to: string;
  readonly asks: readonly {
    readonly title: string;
    readonly answers: number;
    /** The page with the answers. */
    readonly url: string;
    readonly unsubscribeUrl: string;
  }[];
  /** Ends the notices of all these asks. */
  readonly unsubscribeUrl: string;
}

/** Renders the email that tells an owner about new answers. It contains no answers. */
export function renderNotice({ to, asks, unsubscribeUrl }: NoticeContent): RenderedEmail {
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
