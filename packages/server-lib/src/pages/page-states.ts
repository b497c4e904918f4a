import type { AskDraft } from '../asks/ask-types.js';
import type { Wire } from '../asks/kind-definition.js';
import type { KindRooms } from '../asks/kind-services.js';
import type { GivenAnswer, View } from '../asks/read/visitor-view.js';
import { besideName, toldApart } from '../asks/submit/form-member-names.js';
import type { Returned } from '../asks/submit/rejected-answers.js';
import type { House } from '../assemble-services.js';
import { timestamp } from '../clock.js';
import { AskwellError, type ErrorCode } from '../errors.js';
import { type Html, html } from '../web/html.js';
import { icons } from '../web/icons.js';
import { createAnswering } from './form/answer-form.js';
import { Sheet } from './form/form-context.js';
import { Filled } from './form/form-values.js';
import type { Dress } from './kind-renderer.js';
import type { KeptParts } from './markup-cache.js';
import type { Scene } from './page-context.js';
import { folded, foldedResults, heading, notice, problem, resultsSection, whyNot } from './sections.js';
import type { Speech } from './words/localizer.js';
import type { Words } from './words/words.js';

/** What a page shows of an ask. */
export interface Face {
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
export function createFaces<Draft extends AskDraft, Own, Body, W extends Wire>(
  house: House,
  rooms: KindRooms<Draft, Own, Body, W>,
  dress: Dress<Own, Body, W>,
  kept: KeptParts,
) {
  type Here = Scene<Own, Body>;
  const { clock } = house;
  const { kind, answers, showing, returned } = rooms;
  const { name } = kind;
  const answering = createAnswering(house, rooms, dress, kept);

  return async (scene: Here): Promise<Face> => {
    const { ask, query, speech } = scene;
    if (query.answer !== undefined) {
      const given = await showing.answer(ask, query.answer);
      return given
        ? thanks(scene, given)
        : fresh(scene, notice(icons.alert, speech.say(speech.words.gone), null, 'plain'));
    }
    const refused = query.again === undefined ? undefined : await returned.find(ask, query.again);
    if (refused) return again(scene, refused);
    return fresh(
      scene,
      query.again === undefined ? null : notice(icons.alert, speech.say(speech.words.refused.expired), null, 'plain'),
    );
  };

  /** After an answer came. */
  async function thanks(scene: Here, given: GivenAnswer<Body>): Promise<Face> {
    const { ask, speech } = scene;
    const message = ask.terms.after?.message;
    const told = message
      ? notice(icons.done, null, html`<p class="authored" dir="auto">${message}</p>`)
      : notice(icons.done, speech.say(speech.words.thanks));
    return {
      head: heading({ title: ask.title }, false, speech),
      body: await answered(scene, told, given),
      isSecret: true,
    };
  }

  /** For those who have answered already, as often as they may. */
  async function before(scene: Here, given: GivenAnswer<Body>): Promise<Face> {
    const { speech } = scene;
    const own = ownIn(scene, given);
    const body = await answered(scene, notice(icons.done, speech.say(speech.words.before)), own);
    // What a poll shows then, the widget keeps moving. Of attempts and submissions the page knows more.
    const hasWidget = own !== null && name === 'poll';
    return {
      head: heading({ title: scene.ask.title }, false, speech),
      body,
      hasWidget,
      answer: own ? answers.wireId(own.id) : undefined,
    };
  }

  /** What may be told of an answer: whoever shares an address must not see what others there answered. */
  function ownIn({ ask }: Here, given: GivenAnswer<Body> | undefined): GivenAnswer<Body> | null {
    return ask.terms.one_per === 'ip' ? null : (given ?? null);
  }

  /** `own` is what may be told of the answer. */
  async function answered(scene: Here, told: Html, own: GivenAnswer<Body> | null): Promise<Html> {
    const { ask, speech } = scene;
    const view = await showing.view(ask, true);
    const receipt = own && dress.receipt(speech, ask, await showing.receipt(ask, own), own.body);
    const shown = await results(scene, view, true, own?.body ?? null);
    return html`${told}${receipt}${furtherAnswer(scene, view)}${shown}`;
  }

  /** The way to another answer, where one is left. */
  function furtherAnswer({ ask, path, query, speech, given }: Here, { accepting }: View<W>): Html | null {
    const { words, say } = speech;
    const { allow_change, one_per } = ask.terms;
    const isLeft = one_per === null || given.count < kind.perVoter(ask.own);
    const mayChange = allow_change && !isLeft && given.last !== undefined;
    if (!accepting || !(mayChange || (isLeft && name === 'quiz'))) return null;
    const members = new URLSearchParams();
    if (mayChange) members.set('change', '1');
    if (query.ticket !== undefined) members.set('ticket', query.ticket);
    const label = mayChange ? words.change : words.quiz.retry;
    return html`<p class="actions"><a class="button" href="${path}${members.size > 0 && `?${members}`}">${say(label)}</a></p>`;
  }

  /** Results as far as this visitor may see them now. */
  async function results(
    { ask, speech }: Here,
    view: View<W>,
    hasAnswered: boolean,
    own: Body | null,
    section = resultsSection,
  ): Promise<Html | null> {
    if (!hasAnswered && own === null) return commonResults(ask, speech, view, section);
    const found = await showing.results(ask, hasAnswered);
    if (found) return section(speech, name, dress.count(found), dress.results(speech, view, found, own));
    const isLater = hasAnswered && ask.terms.results_visibility === 'after_close';
    return isLater ? html`<p class="muted">${speech.say(speech.words.results.notYet)}</p>` : null;
  }

  /** Results as all visitors see them who have not answered. */
  async function commonResults(
    ask: Here['ask'],
    speech: Speech,
    view: View<W>,
    section: typeof resultsSection,
  ): Promise<Html | null> {
    const state = await showing.publicState(ask);
    return kept.find(`${section === foldedResults ? 'folded' : 'open'} results ${ask.id}`, state.key, () => {
      const found = state.results();
      return found && section(speech, name, dress.count(found), dress.results(speech, view, found, null));
    });
  }

  /** Before an answer, or where none can be given. */
  async function fresh(scene: Here, told: Html | null): Promise<Face> {
    const { ask, query, speech, given, isPreview } = scene;
    const last = given.last;
    const isDone = last !== undefined && given.count >= kind.perVoter(ask.own);
    const isChange = isDone && query.isChange && ask.terms.allow_change;
    if (last && isDone && !isChange) return before(scene, last);
    if (!last && given.count > 0 && given.count >= kind.perVoter(ask.own)) return purged(scene);
    const view = await showing.view(ask, last !== undefined, ownIn(scene, last)?.body);
    const head = html`${heading(view, isPreview, speech)}${told}`;
    if (!view.accepting && !isPreview) {
      const why = whyNot(speech, view, timestamp(clock.now()));
      const shown = await results(scene, view, last !== undefined, null);
      return { body: html`${head}${why}${shown}`, isCompressible: last === undefined };
    }
    const own = isChange ? ownIn(scene, last) : null;
    const filled = new Filled(own ? dress.fields(ask.own, own.body) : toldApart(kind, ask.own, query.prefill));
    const shown = await results(scene, view, last !== undefined, null, foldedResults);
    const body = html`${form(scene, view, filled, isChange)}${shown}`;
    const hasWidget = told === null && !isPreview && !isChange && query.started === undefined;
    return { head, body, hasWidget, isCompressible: last === undefined };
  }

  /** To a visitor whose answers were deleted because of their age, and who has none left. */
  async function purged(scene: Here): Promise<Face> {
    const { ask, speech, isPreview } = scene;
    const view = await showing.view(ask, true);
    const why = problem(speech.say(told(speech.words, 'already_answered')));
    return { body: html`${heading(view, isPreview, speech)}${why}${await results(scene, view, true, null)}` };
  }

  function form(scene: Here, view: View<W>, filled: Filled, isChange: boolean): Html {
    const { ask, query, speech, isPreview } = scene;
    const { words, say } = speech;
    const facts = dress.facts(speech, view);
    const asked = isPreview ? answering.preview(scene, view) : answering.asked(scene, view, query.started);
    if (asked && !asked.isOver) {
      const isStarted = answering.needsStart(ask) && !isPreview;
      return html`${!isStarted && facts}${answering.form(scene, asked, query.started, { filled, isChange, message: null })}`;
    }
    const why = asked ? words.refused.too_late : query.started === undefined ? null : words.refused.started;
    return html`${why && problem(say(why))}${facts}${answering.start(scene)}`;
  }

  /** After an answer that was not taken: in the form that can be mended, or told why no more can be done. */
  async function again(scene: Here, refused: Returned): Promise<Face> {
    const { ask, speech, given } = scene;
    const { words, say } = speech;
    const { issues, fields } = refused;
    const isStartInvalid = issues.some(({ path }) => path === 'started');
    const isDone = given.count > 0 && given.count >= kind.perVoter(ask.own);
    // Mended, it would be one answer too many.
    const code = isDone && !ask.terms.allow_change ? 'already_answered' : refused.code;
    const status = new AskwellError(code).status;
    const view = await showing.view(ask, given.count > 0, ownIn(scene, given.last)?.body);
    const started = new Filled(fields).text(besideName('started')) || undefined;
    const asked = answering.asked(scene, view, started);
    const head = heading(view, false, speech);
    const canMend = mendable.has(code) || code === 'full';
    if (canMend && view.accepting && asked && !asked.isOver && !isStartInvalid) {
      const filling = { filled: new Filled(fields, issues), isChange: isDone, message: messageOf(words, code) };
      return { body: html`${head}${answering.form(scene, asked, started, filling)}`, status, isProblem: true };
    }
    const why = isStartInvalid ? words.refused.started : told(words, asked?.isOver ? 'too_late' : code);
    const inputs = asked?.inputs(new Sheet(speech, new Filled(fields)));
    const mayStart = view.accepting && answering.needsStart(ask) && code !== 'already_answered';
    const shown = await results(scene, view, given.count > 0, null);
    return {
      body: html`${head}${problem(say(why))}${mayStart && answering.start(scene)}${
        inputs && folded(say(words.refused.unsent), inputs, true)
      }${code === 'already_answered' && furtherAnswer(scene, view)}${shown}`,
      status,
      isProblem: true,
    };
  }
}

/** What is said of a form that can be mended; null where its fields say it all. */
function messageOf({ refused }: Words, code: ErrorCode): string | null {
  if (code === 'invalid') return null;
  return code === 'full' ? refused.optionFull : told({ refused }, code);
}

function told({ refused }: Pick<Words, 'refused'>, code: ErrorCode): string {
  switch (code) {
    case 'already_answered':
    case 'full':
    case 'closed':
    case 'not_open':
    case 'too_late':
    case 'idempotency_mismatch':
    case 'gone':
      return refused[code];
    default:
      return refused.other;
  }
}
