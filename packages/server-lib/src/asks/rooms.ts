import type { Clock } from '../clock.js';
import type { Removal } from '../removal/removal.js';
import type { Secret } from '../secret.js';
import type { Store } from '../store/store.js';
import { createAnswers } from './answers.js';
import { createAsks } from './asks.js';
import type { AskDraft } from './contract.js';
import type { Events } from './events.js';
import type { ImageHosts } from './image-hosts.js';
import { createIntake } from './intake.js';
import type { Kind, Wire } from './kind.js';
import type { Quotas } from './quotas.js';
import { createResults } from './results.js';
import { createReturned } from './returned.js';
import { createShowing } from './showing.js';
import { createTickets } from './tickets.js';

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
