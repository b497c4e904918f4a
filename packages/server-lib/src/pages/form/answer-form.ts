import type { AskDraft } from '../../asks/ask-types.js';
import type { Wire } from '../../asks/kind-definition.js';
import type { KindRooms } from '../../asks/kind-services.js';
import type { View } from '../../asks/read/visitor-view.js';
import { besideName } from '../../asks/submit/form-member-names.js';
import type { House } from '../../assemble-services.js';
import { timestamp } from '../../clock.js';
import { base62, randomText } from '../../crypto/random.js';
import { fault } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import { type Html, html } from '../../web/html.js';
import type { Dress, Inputs, Started } from '../kind-renderer.js';
import type { KeptParts } from '../markup-cache.js';
import type { Scene } from '../page-context.js';
import { answerForm, startForm } from '../sections.js';
import { Sheet } from './form-context.js';
import type { Filled } from './form-values.js';

const keyLength = 24;

/** A form as it is shown. */
export interface Filling {
  readonly filled: Filled;
  /** Whether it changes an answer that was given. */
  readonly isChange: boolean;
  /** Said before all that is wrong. */
  readonly message: string | null;
}

/** What an ask asks, and the forms that answer and start it. */
export function createAnswering<Draft extends AskDraft, Own, Body, W extends Wire>(
  { clock, secret }: House,
  { kind, asks }: KindRooms<Draft, Own, Body, W>,
  dress: Dress<Own, Body, W>,
  kept: KeptParts,
) {
  type Here = Scene<Own, Body>;
  const needsStart = (ask: Here['ask']) => dress.start?.isNeeded(ask.own) ?? false;

  /** What is asked: for a quiz that has to be started, by its start. Null without a good one. */
  function asked({ ask, guest }: Here, view: View<W>, started: string | undefined): Started | null {
    if (dress.start && needsStart(ask)) {
      return started === undefined ? null : (dress.start.resume(ask, started, clock.now()) ?? null);
    }
    const inputs = dress.inputs(view, { voter: guest.voter, secret: secret.key });
    return inputs && { inputs, until: null, isOver: false };
  }

  /** What is asked, for the owner to look at. */
  function preview(scene: Here, view: View<W>): Started | null {
    const started = dress.start && needsStart(scene.ask) ? dress.start.preview(scene.ask, clock.now()) : undefined;
    return asked(scene, view, started);
  }

  /** The form that answers. */
  function form(scene: Here, { inputs, until }: Started, started: string | undefined, filling: Filling): Html {
    const { ask, base, speech, guest, query, isPreview } = scene;
    const { filled, isChange, message } = filling;
    const { words, sayAround, time } = speech;
    const isTicket = ask.terms.one_per === 'ticket';
    const asksTicket = isTicket && (query.ticket === undefined || filled.faults('ticket').length > 0);
    const isCommon = filled.isEmpty && !isPreview && dress.isCommon(ask.own);
    const hidden = { voter: guest.voter, ticket: isTicket && !asksTicket ? query.ticket : undefined, started };
    return answerForm({
      sheet: new Sheet(speech, filled),
      inputs: isCommon ? keptInputs(ask, inputs) : inputs,
      action: `${base}/api/v1/${kind.plural}/${asks.wireId(ask)}/${kind.answers}`,
      submit: isChange ? words[kind.name].again : words[kind.name].submit,
      message,
      hidden: Object.fromEntries(Object.entries(hidden).map(([member, value]) => [besideName(member), value])),
      idempotencyKey: randomText(base62, keyLength),
      asksTicket,
      isPreview,
      until: until === null ? null : sayAround(words.quiz.until, time(timestamp(until), true)),
    });
  }

  /** Inputs that are built once for each version of the definition. */
  function keptInputs({ id, version }: Here['ask'], inputs: Inputs): Inputs {
    return (sheet) =>
      kept.find(`inputs ${id}`, String(version), () => {
        const built = inputs(sheet);
        // The sheet has to find this out again for each page.
        return sheet.isOverfull ? null : built;
      }) ?? html``;
  }

  /** The form that starts a quiz. */
  function start({ ask, path, query, speech, isPreview }: Here): Html {
    const faults = new Faults();
    if (query.isTicketInvalid) faults.add('ticket', fault('invalid_ticket'));
    const asksTicket = ask.terms.one_per === 'ticket' && (query.ticket === undefined || faults.any);
    const action = `${path}/start`;
    return startForm({ speech, action, ticket: query.ticket, asksTicket, faults, isPreview });
  }

  return { needsStart, asked, preview, form, start };
}
