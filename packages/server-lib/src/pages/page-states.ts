import type { AskDraft } from '../asks/ask-types.js';
import type { KindServices } from '../asks/kind-services.js';
import type { KindTypes } from '../asks/kind-types.js';
import type { View, VisitorAnswer } from '../asks/read/visitor-view.js';
import { disambiguateFields, memberFieldName } from '../asks/submit/form-member-names.js';
import type { RejectedAnswer } from '../asks/submit/rejected-answers.js';
import type { Services } from '../assemble-services.js';
import { formatTimestamp } from '../clock.js';
import { AskwellError, type ErrorCode } from '../errors.js';
import type { Localizer } from '../messages/localizer.js';
import type { Words } from '../messages/page-messages.js';
import { type Html, html } from '../web/html.js';
import { icons } from '../web/icons.js';
import { createAnswerForm } from './form/answer-form.js';
import { FormContext } from './form/form-context.js';
import { FormValues } from './form/form-values.js';
import type { KindRenderer } from './kind-renderer.js';
import type { MarkupCache } from './markup-cache.js';
import type { PageContext } from './page-context.js';
import { closedNotice, folded, foldedResults, heading, notice, problem, resultsSection } from './sections.js';

/** What a page shows of an ask. */
export interface PageState {
  /** What stands above the widget, too. */
  readonly head?: Html;
  readonly body: Html;
  readonly status?: number;
  readonly isProblem?: boolean;
  /** Whether the widget may make more of it: only where nothing stands in it that would be lost. */
  readonly hasWidget?: boolean;
  /** The id of the answer that the widget shows. */
  readonly answer?: string | undefined;
  readonly isSecret?: boolean;
  /**
   * Whether the page may be compressed. It must hold no secret but those in its form (the voter, the ticket and the started
   * token), and nothing of the visitor's own answer.
   */
  readonly isCompressible?: boolean;
}

/** Refusals after which the same form can be mended and sent again. */
const mendable: ReadonlySet<ErrorCode> = new Set(['invalid', 'idempotency_mismatch', 'gone']);

/** The faces of an ask: what a visitor sees depends on how it stands, and on what they did. */
export function createPageStates<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: Services,
  kindServices: KindServices<Draft, Own, Body, W>,
  renderer: KindRenderer<Own, Body, W>,
  kept: MarkupCache,
) {
  type Here = PageContext<Own, Body>;
  const { clock } = services;
  const { kind, answers, visitorViews, rejectedAnswers } = kindServices;
  const { name } = kind;
  const answering = createAnswerForm(services, kindServices, renderer, kept);

  return async (pageContext: Here): Promise<PageState> => {
    const { ask, query, localizer } = pageContext;
    if (query.answerId !== undefined) {
      const given = await visitorViews.answer(ask, query.answerId);
      return given
        ? thanks(pageContext, given)
        : fresh(pageContext, notice(icons.alert, localizer.withLang(localizer.words.answerNotFound), null, 'plain'));
    }
    const refused =
      query.rejectedToken === undefined ? undefined : await rejectedAnswers.find(ask, query.rejectedToken);
    if (refused) return again(pageContext, refused);
    return fresh(
      pageContext,
      query.rejectedToken === undefined
        ? null
        : notice(icons.alert, localizer.withLang(localizer.words.rejected.expired), null, 'plain'),
    );
  };

  /** After an answer came. */
  async function thanks(pageContext: Here, given: VisitorAnswer<Body>): Promise<PageState> {
    const { ask, localizer } = pageContext;
    const message = ask.terms.after?.message;
    const told = message
      ? notice(icons.done, null, html`<p class="authored" dir="auto">${message}</p>`)
      : notice(icons.done, localizer.withLang(localizer.words.thanks));
    return {
      head: heading({ title: ask.title }, false, localizer),
      body: await answered(pageContext, told, given),
      isSecret: true,
    };
  }

  /** For those who have answered already, as often as they may. */
  async function before(pageContext: Here, given: VisitorAnswer<Body>): Promise<PageState> {
    const { localizer } = pageContext;
    const own = ownIn(pageContext, given);
    const body = await answered(
      pageContext,
      notice(icons.done, localizer.withLang(localizer.words.alreadyAnswered)),
      own,
    );
    // What a poll shows then, the widget keeps moving. Of attempts and submissions the page knows more.
    const hasWidget = own !== null && name === 'poll';
    return {
      head: heading({ title: pageContext.ask.title }, false, localizer),
      body,
      hasWidget,
      answer: own ? answers.wireId(own.id) : undefined,
    };
  }

  /** What may be told of an answer: whoever shares an address must not see what others there answered. */
  function ownIn({ ask }: Here, given: VisitorAnswer<Body> | undefined): VisitorAnswer<Body> | null {
    return ask.terms.one_per === 'ip' ? null : (given ?? null);
  }

  /** `own` is what may be told of the answer. */
  async function answered(pageContext: Here, told: Html, own: VisitorAnswer<Body> | null): Promise<Html> {
    const { ask, localizer } = pageContext;
    const view = await visitorViews.view(ask, true);
    const receipt = own && renderer.receipt(localizer, ask, await visitorViews.receipt(ask, own), own.body);
    const shown = await results(pageContext, view, true, own?.body ?? null);
    return html`${told}${receipt}${furtherAnswer(pageContext, view)}${shown}`;
  }

  /** The way to another answer, where one is left. */
  function furtherAnswer({ ask, path, query, localizer, previousAnswers }: Here, { accepting }: View<W>): Html | null {
    const { words, withLang } = localizer;
    const { allow_change, one_per } = ask.terms;
    const isLeft = one_per === null || previousAnswers.count < kind.maxAnswersPerVoter(ask.own);
    const mayChange = allow_change && !isLeft && previousAnswers.last !== undefined;
    if (!accepting || !(mayChange || (isLeft && name === 'quiz'))) return null;
    const members = new URLSearchParams();
    if (mayChange) members.set('change', '1');
    if (query.ticket !== undefined) members.set('ticket', query.ticket);
    const label = mayChange ? words.change : words.quiz.retry;
    return html`<p class="actions"><a class="button" href="${path}${members.size > 0 && `?${members}`}">${withLang(label)}</a></p>`;
  }

  /** Results as far as this visitor may see them now. */
  async function results(
    { ask, localizer }: Here,
    view: View<W>,
    hasAnswered: boolean,
    own: Body | null,
    section = resultsSection,
  ): Promise<Html | null> {
    if (!hasAnswered && own === null) return commonResults(ask, localizer, view, section);
    const found = await visitorViews.results(ask, hasAnswered);
    if (found) return section(localizer, name, renderer.count(found), renderer.results(localizer, view, found, own));
    const isLater = hasAnswered && ask.terms.results_visibility === 'after_close';
    return isLater ? html`<p class="muted">${localizer.withLang(localizer.words.results.notYet)}</p>` : null;
  }

  /** Results as all visitors see them who have not answered. */
  async function commonResults(
    ask: Here['ask'],
    localizer: Localizer,
    view: View<W>,
    section: typeof resultsSection,
  ): Promise<Html | null> {
    const state = await visitorViews.publicState(ask);
    return kept.find(`${section === foldedResults ? 'folded' : 'open'} results ${ask.id}`, state.key, () => {
      const found = state.results();
      return found && section(localizer, name, renderer.count(found), renderer.results(localizer, view, found, null));
    });
  }

  /** Before an answer, or where none can be given. */
  async function fresh(pageContext: Here, told: Html | null): Promise<PageState> {
    const { ask, query, localizer, previousAnswers, isPreview } = pageContext;
    const last = previousAnswers.last;
    const isDone = last !== undefined && previousAnswers.count >= kind.maxAnswersPerVoter(ask.own);
    const isChange = isDone && query.isChange && ask.terms.allow_change;
    if (last && isDone && !isChange) return before(pageContext, last);
    if (!last && previousAnswers.count > 0 && previousAnswers.count >= kind.maxAnswersPerVoter(ask.own))
      return purged(pageContext);
    const view = await visitorViews.view(ask, last !== undefined, ownIn(pageContext, last)?.body);
    const head = html`${heading(view, isPreview, localizer)}${told}`;
    if (!view.accepting && !isPreview) {
      const why = closedNotice(localizer, view, formatTimestamp(clock.now()));
      const shown = await results(pageContext, view, last !== undefined, null);
      return { body: html`${head}${why}${shown}`, isCompressible: last === undefined };
    }
    const own = isChange ? ownIn(pageContext, last) : null;
    const filled = new FormValues(
      own ? renderer.toFormFields(ask.own, own.body) : disambiguateFields(kind, ask.own, query.prefill),
    );
    const shown = await results(pageContext, view, last !== undefined, null, foldedResults);
    const body = html`${form(pageContext, view, filled)}${shown}`;
    const hasWidget = told === null && !isPreview && !isChange && query.started === undefined;
    return { head, body, hasWidget, isCompressible: last === undefined };
  }

  /** To a visitor whose answers were deleted because of their age, and who has none left. */
  async function purged(pageContext: Here): Promise<PageState> {
    const { ask, localizer, isPreview } = pageContext;
    const view = await visitorViews.view(ask, true);
    const why = problem(localizer.withLang(told(localizer.words, 'already_answered')));
    return { body: html`${heading(view, isPreview, localizer)}${why}${await results(pageContext, view, true, null)}` };
  }

  function form(pageContext: Here, view: View<W>, filled: FormValues): Html {
    const { ask, query, localizer, isPreview } = pageContext;
    const { words, withLang } = localizer;
    const facts = renderer.facts(localizer, view);
    const asked = isPreview ? answering.preview(pageContext, view) : answering.asked(pageContext, view, query.started);
    if (asked && !asked.isExpired) {
      const isStarted = answering.needsStart(ask) && !isPreview;
      return html`${!isStarted && facts}${answering.form(pageContext, asked, query.started, { filled, message: null })}`;
    }
    const why = asked ? words.rejected.too_late : query.started === undefined ? null : words.rejected.started;
    return html`${why && problem(withLang(why))}${facts}${answering.start(pageContext)}`;
  }

  /** After an answer that was not taken: in the form that can be mended, or told why no more can be done. */
  async function again(pageContext: Here, refused: RejectedAnswer): Promise<PageState> {
    const { ask, localizer, previousAnswers } = pageContext;
    const { words, withLang } = localizer;
    const { issues, fields } = refused;
    const isStartInvalid = issues.some(({ path }) => path === 'started');
    const isDone = previousAnswers.count > 0 && previousAnswers.count >= kind.maxAnswersPerVoter(ask.own);
    // Mended, it would be one answer too many.
    const code = isDone && !ask.terms.allow_change ? 'already_answered' : refused.code;
    const status = new AskwellError(code).status;
    const view = await visitorViews.view(
      ask,
      previousAnswers.count > 0,
      ownIn(pageContext, previousAnswers.last)?.body,
    );
    const started = new FormValues(fields).text(memberFieldName('started')) || undefined;
    const asked = answering.asked(pageContext, view, started);
    const head = heading(view, false, localizer);
    const canMend = mendable.has(code) || code === 'full';
    if (canMend && view.accepting && asked && !asked.isExpired && !isStartInvalid) {
      const filling = { filled: new FormValues(fields, issues), message: messageOf(words, code) };
      return { body: html`${head}${answering.form(pageContext, asked, started, filling)}`, status, isProblem: true };
    }
    const why = isStartInvalid ? words.rejected.started : told(words, asked?.isExpired ? 'too_late' : code);
    const inputs = asked?.inputs(new FormContext(localizer, new FormValues(fields)));
    const mayStart = view.accepting && answering.needsStart(ask) && code !== 'already_answered';
    const shown = await results(pageContext, view, previousAnswers.count > 0, null);
    return {
      body: html`${head}${problem(withLang(why))}${mayStart && answering.start(pageContext)}${
        inputs && folded(withLang(words.rejected.unsent), inputs, true)
      }${code === 'already_answered' && furtherAnswer(pageContext, view)}${shown}`,
      status,
      isProblem: true,
    };
  }
}

/** What is said of a form that can be mended; null where its fields say it all. */
function messageOf({ rejected }: Words, code: ErrorCode): string | null {
  if (code === 'invalid') return null;
  return code === 'full' ? rejected.optionFull : told({ rejected }, code);
}

function told({ rejected }: Pick<Words, 'rejected'>, code: ErrorCode): string {
  switch (code) {
    case 'already_answered':
    case 'full':
    case 'closed':
    case 'not_open':
    case 'too_late':
    case 'idempotency_mismatch':
    case 'gone':
      return rejected[code];
    default:
      return rejected.other;
  }
}
