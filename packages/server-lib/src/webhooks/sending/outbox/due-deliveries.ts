import type { Micros } from '../../../clock.js';
import { all } from '../../../store/sql/statement.js';

/** An event that is due. */
export interface DueDelivery {
  id: number;
  event_id: string;
  type: string;
  /** Null for a test. */
  ask_id: string | null;
  answer_id: string | null;
  event_at: Micros;
  /** 1 or 0. */
  in_order: number;
  attempts: number;
}

/** Selects the events of a webhook that are due, in their order. */
export function selectDueDeliveries(webhook: number, at: Micros, limit: number) {
  return all<DueDelivery>`
    select id, event_id, type, ask_id, answer_id, event_at, in_order, attempts from askwell_deliveries
    where webhook_id = ${webhook} and due_at is not null and due_at <= ${at} order by id limit ${limit}`;
}
