import type { UrlencodedFields } from '../http/urlencoded.js';
import { number } from '../inputs/number/number.js';
import { order } from '../inputs/options/order.js';
import type { PollOwn } from './poll-kind.js';

const rankName = 'rank.';
const ratingName = 'ratings.';

/** `choices` (repeated), `rank.o1`, `ratings.o1` and `other`, as a plain form names them. */
export function fieldsOfPoll({ type }: PollOwn, fields: Readonly<UrlencodedFields>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const ratings = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith(ratingName)) ratings.set(name.slice(ratingName.length), number.read(value));
    else if (!name.startsWith(rankName)) given[name] = value;
  }
  const choices = order.read(fields, rankName, 'choices');
  if (choices !== undefined) given['choices'] = choices;
  if (ratings.size > 0 || type === 'rating') given['ratings'] = Object.fromEntries(ratings);
  return given;
}
