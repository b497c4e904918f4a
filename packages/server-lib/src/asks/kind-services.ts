import type { Clock } from '../clock.js';
import type { Secret } from '../options/secret.js';
import type { Removal } from '../removal/background-removal.js';
import type { Store } from '../store/store.js';
import { createAnswers } from './answers/answer-service.js';
import type { AskDraft } from './ask-types.js';
import { createAsks } from './definition/ask-service.js';
import type { ImageHosts } from './definition/image-hosts.js';
import type { Events } from './events.js';
import type { Kind, Wire } from './kind-definition.js';
import type { Quotas } from './quotas.js';
import { createShowing } from './read/visitor-view.js';
import { createResults } from './results/results-service.js';
import { createReturned } from './submit/rejected-answers.js';
import { createIntake } from './submit/submit-answer.js';
import { createTickets } from './submit/ticket-service.js';

export interface RoomOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly events: Events;
  readonly quotas: Quotas;
  readonly removal: Removal;
  readonly imageHosts?: ImageHosts | undefined;
}

/** All that is done with the asks of one kind. */
export type KindRooms<Draft extends AskDraft, Own, Body, W extends Wire = Wire> = ReturnType<
  typeof createKindRooms<Draft, Own, Body, W>
>;

export function createKindRooms<Draft extends AskDraft, Own, Body, W extends Wire>(
  kind: Kind<Draft, Own, Body, W>,
  { store, clock, secret, events, quotas, removal, imageHosts }: RoomOptions,
) {
  const asks = createAsks(kind, { store, clock, events, quotas, removal, imageHosts });
  const answers = createAnswers(kind, { store, clock, events });
  const results = createResults(kind, store);
  const tickets = createTickets({ store, secret, quotas });
  const showing = createShowing({ asks, answers, results, store, clock, secret });
  const intake = createIntake({ asks, answers, showing, store, clock, secret, events });
  const returned = createReturned({ store, clock });
  return { kind, asks, answers, results, tickets, showing, intake, returned };
}
