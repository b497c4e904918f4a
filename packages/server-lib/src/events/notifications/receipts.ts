import { createLocalizer, directionOf, type Localizer, withFormulas } from '../../base/localizer.js';
import { selectAnswer } from '../../core/answers/answer-queries.js';
import { selectAskBySeq } from '../../core/asks/ask-queries.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { Store } from '../../db/store.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { FormBody } from '../../kinds/form/stored-submission.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { reviewAttempt } from '../../kinds/quiz/reveal.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { publicQuestionsByIds } from '../../kinds/quiz/visitor-view.js';
import type { EmailRenderer, RenderedEmail, Rendering } from '../../owners/email/deliver-emails.js';
import { type Fact, renderHtml, renderText } from '../../owners/email/email-layout.js';
import type { EmailRow } from '../../owners/email/email-queries.js';
import type { FormDraft, QuizDraft } from '../../shared/contract/resources.js';
import { presentAttempt } from '../../shared/presentation/attempt-outcome.js';
import { quizTokens } from '../../shared/presentation/quiz-tokens.js';
import { textWithUrls } from '../../shared/presentation/rich-text.js';
import { attemptFacts, submissionFacts } from './receipt-facts.js';

export interface ReceiptOptions {
  readonly store: Store;
  readonly quizzes: KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>;
  readonly forms: KindServices<FormDraft, FormOwn, FormBody, FormWire>;
}

/** Creates the renderer of receipts. It reads the answer when the email is sent. */
export function createReceiptRenderer({ store, quizzes, forms }: ReceiptOptions): EmailRenderer {
  /** Returns the email, or undefined if the ask no longer sends receipts. */
  async function render({ ask: seq, answer }: EmailRow): Promise<Rendering> {
    if (seq === null || answer === null) return 'drop';
    const [row, stored] = await Promise.all([store.read(selectAskBySeq(seq)), store.read(selectAnswer(seq, answer))]);
    if (!row || !stored || row.kind === 'poll') return 'drop';
    const found = row.kind === 'quiz' ? await readAttempt(row, stored) : readSubmission(row, stored);
    return found === undefined ? 'drop' : renderReceipt(found);
  }

  type AskRow = Parameters<typeof forms.asks.parse>[0];
  type StoredAnswer = Parameters<typeof forms.answers.parse>[0];

  const languagesOf = ({ language }: StoredAnswer) => (language === null ? [] : [language]);
  const localizerOf = (language: string | null, locale: string | null) => createLocalizer(language ?? locale);

  function readSubmission(row: AskRow, stored: StoredAnswer) {
    const ask = forms.asks.inLanguage(forms.asks.parse(row), languagesOf(stored));
    const body = forms.answers.parse(stored);
    const to = forms.kind.receiptAddress?.(ask.own, body);
    const localizer = localizerOf(stored.language, ask.terms.locale);
    if (to === undefined) return undefined;
    const { ending, message } = forms.kind.receipt(ask, body, null);
    return { to, ask, localizer, title: ending?.title, message, facts: submissionFacts(ask.own, body, localizer) };
  }

  async function readAttempt(row: AskRow, stored: StoredAnswer) {
    const ask = quizzes.asks.inLanguage(quizzes.asks.parse(row), languagesOf(stored));
    const body = quizzes.answers.parse(stored);
    const to = quizzes.kind.receiptAddress?.(ask.own, body);
    if (to === undefined) return undefined;
    const localizer = withFormulas(localizerOf(stored.language, ask.terms.locale), {});
    const { id, created_at } = stored;
    const receipt = await quizzes.visitorViews.receipt(ask, { id, body, created_at });
    const ids = body.marks.questions.map(([question]) => question);
    const asked = { questions: publicQuestionsByIds({ own: ask.own }, ids), answers: body.answers };
    const attempt = reviewAttempt(ask.own, body) ?? asked;
    const blocks = presentAttempt(receipt, attempt, localizer.texts);
    return { to, ask, localizer, message: receipt.message, facts: attemptFacts(blocks, attempt, localizer.texts) };
  }

  return render;
}

/** The content of a receipt. */
interface ReceiptContent {
  readonly to: string;
  readonly ask: Pick<StoredAsk<unknown>, 'kind' | 'title' | 'terms'>;
  /** The title of the ending that the visitor reached. */
  readonly title?: string | undefined;
  readonly message: string | null;
  readonly facts: readonly Fact[];
  readonly localizer: Localizer;
}

/** Renders the receipt of an answer. Texts of the owner and of the visitor are plain text, and Askwell adds no links to them. */
function renderReceipt({ to, ask, title, message, facts, localizer: { words } }: ReceiptContent): RenderedEmail {
  const text = message ?? (title ? null : (ask.terms.words?.thanks ?? words.thanks));
  const content = {
    lang: words.lang,
    dir: directionOf(words.lang),
    title: ask.title,
    paragraphs: [
      ...(title ? [title] : []),
      ...(text ? [textWithUrls(text, ask.kind === 'quiz' ? quizTokens : undefined)] : []),
    ],
    facts,
    footer: [words.email.why],
  };
  return { to, subject: words.email.subject(ask.title), text: renderText(content), html: renderHtml(content) };
}
