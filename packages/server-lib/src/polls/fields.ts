import type { Fields } from '../http/urlencoded.js';
import type { PollOwn } from './poll.js';

/** `choices` (repeated), `rank.o1`, `ratings.o1` and `other`, as a plain form names them. */
export function fieldsOfPoll({ type }: PollOwn, fields: Readonly<Fields>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const ranks: { id: string; rank: number }[] = [];
  const ratings = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'choices') given['choices'] = Array.isArray(value) ? value : [value];
    else if (name.startsWith('rank.')) ranks.push({ id: name.slice(5), rank: Number(value) });
    else if (name.startsWith('ratings.')) ratings.set(name.slice(8), numberOf(value));
    else given[name] = value;
  }
  if (ranks.length > 0) given['choices'] = inOrder(ranks);
  if (ratings.size > 0 || type === 'rating') given['ratings'] = Object.fromEntries(ratings);
  return given;
}

/** Two options at one rank have no order; naming one of them twice makes that a fault. */
function inOrder(ranks: { id: string; rank: number }[]): unknown[] {
  const sorted = [...ranks].sort((a, b) => a.rank - b.rank);
  return sorted.map(({ id, rank }, at) => (Number.isNaN(rank) || sorted[at - 1]?.rank === rank ? null : id));
}

function numberOf(value: string | string[]): unknown {
  return typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
}
