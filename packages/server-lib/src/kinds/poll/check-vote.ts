import type { Faults } from '../../base/faults/faults.js';
import { withMembers } from '../../base/with-members.js';
import { fault } from '../../shared/faults/fault.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import { choiceInput } from '../inputs/choice.js';
import { rankingInput } from '../inputs/ranking.js';
import { ratingsInput } from '../inputs/ratings.js';
import type { PollBody, PollOwn } from './stored-poll.js';

/** Validates the members of a vote. Returns the vote to store, or undefined if it is invalid. */
export function checkVote(
  own: PollOwn,
  members: Readonly<Record<string, unknown>>,
  faults: Faults,
): PollBody | undefined {
  return own.type === 'rating' ? checkRatings(own, members, faults) : checkChoices(own, members, faults);
}

function checkRatings(
  { options, scale }: PollOwn,
  members: Readonly<Record<string, unknown>>,
  faults: Faults,
): PollBody | undefined {
  refuseMember(members, 'choices', 'choices_not_allowed', faults);
  refuseMember(members, 'other', 'write_in_not_allowed', faults);
  const rated = ratingsInput.check({ options, scale: scale ?? defaultScale }, members['ratings'], 'ratings', faults);
  return rated && { ratings: rated };
}

function checkChoices(own: PollOwn, members: Readonly<Record<string, unknown>>, faults: Faults): PollBody | undefined {
  refuseMember(members, 'ratings', 'ratings_not_allowed', faults);
  const definition = withMembers(resolveChoiceBounds(own), { options: own.options, other: own.other });
  if (own.type === 'ranked') {
    refuseMember(members, 'other', 'write_in_not_allowed', faults);
    const order = rankingInput.check(definition, members['choices'], 'choices', faults);
    return order && { choices: order };
  }
  const picked = choiceInput.check(
    definition,
    { choices: members['choices'], other: members['other'], choicesPath: 'choices', otherPath: 'other' },
    faults,
  );
  return picked && { choices: picked.choices, ...(picked.other === null ? {} : { other: picked.other }) };
}

type RefusedMember = 'choices_not_allowed' | 'ratings_not_allowed' | 'write_in_not_allowed';

function refuseMember(
  members: Readonly<Record<string, unknown>>,
  name: string,
  code: RefusedMember,
  faults: Faults,
): void {
  if (members[name] !== undefined && members[name] !== null) faults.add(name, fault(code));
}

/** Returns how many options a visitor must and may choose. */
function resolveChoiceBounds({ type, options, min_choices, max_choices, other }: PollOwn): {
  min: number;
  max: number;
} {
  if (type === 'single') return { min: 1, max: 1 };
  return { min: min_choices ?? 1, max: max_choices ?? options.length + (other ? 1 : 0) };
}
