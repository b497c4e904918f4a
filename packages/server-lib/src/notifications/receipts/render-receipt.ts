import type { StoredAsk } from '../../asks/definition/stored-ask.js';
import { type Fact, renderHtml, renderText } from '../../email/email-layout.js';
import type { RenderedEmail } from '../../email/sending/deliver-emails.js';
import { directionOf, type Localizer } from '../../web/localizer.js';

/** What a receipt says. */
export interface ReceiptContent {
  readonly to: string;
  readonly ask: Pick<StoredAsk<unknown>, 'title' | 'terms'>;
  readonly facts: readonly Fact[];
  readonly localizer: Localizer;
}

/** Renders the receipt of an answer. Texts of the owner and of the visitor are text, and contain no links of ours. */
export function renderReceipt({ to, ask, facts, localizer: { words } }: ReceiptContent): RenderedEmail {
  const content = {
    lang: words.lang,
    dir: directionOf(words.lang),
    title: ask.title,
    paragraphs: [ask.terms.after?.message ?? words.thanks],
    facts,
    footer: [words.email.why],
  };
  return { to, subject: words.email.subject(ask.title), text: renderText(content), html: renderHtml(content) };
}
