import { directionOf, type Localizer } from '../../base/localizer.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { RenderedEmail } from '../../owners/email/deliver-emails.js';
import { type Fact, renderHtml, renderText } from '../../owners/email/email-layout.js';

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
