import type { UrlencodedFields } from '../../http/urlencoded.js';
import { numberInput } from '../inputs/number.js';
import { orderInput } from '../inputs/order.js';
import type { PollOwn } from './stored-poll.js';

const rankName = 'rank.';
const ratingName = 'ratings.';

/** Returns the answers in the fields of an HTML form: `choices` (repeated), `rank.o1`, `ratings.o1` and `other`. */
export function parsePollFields({ type }: PollOwn, fields: Readonly<UrlencodedFields>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const ratings = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith(ratingName)) ratings.set(name.slice(ratingName.length), numberInput.parseField(value));
    else if (!name.startsWith(rankName)) members[name] = value;
  }
  const choices = orderInput.parseFields(fields, rankName, 'choices');
  if (choices !== undefined) members['choices'] = choices;
  if (ratings.size > 0 || type === 'rating') members['ratings'] = Object.fromEntries(ratings);
  return members;
}
