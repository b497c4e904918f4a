import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import { createAnswers } from './answers.js';
import { createAsks } from './asks.js';
import type { AskDraft } from './contract.js';
import { createIntake } from './intake.js';
import type { Kind } from './kind.js';
import { createResults } from './results.js';
import { createTickets } from './tickets.js';

/** All that is done with the asks of one kind. */
export type KindRooms<Draft extends AskDraft, Own, Body> = ReturnType<typeof createKindRooms<Draft, Own, Body>>;

export function createKindRooms<Draft extends AskDraft, Own, Body>(
  kind: Kind<Draft, Own, Body>,
  { store, clock, secret }: { store: Store; clock: Clock; secret: Buffer },
) {
  const asks = createAsks(kind, { store, clock });
  const answers = createAnswers(kind, store);
  const results = createResults(kind, store);
  const tickets = createTickets({ store, secret });
  const intake = createIntake({ asks, answers, results, store, clock, secret });
  return { kind, asks, answers, results, tickets, intake };
}
