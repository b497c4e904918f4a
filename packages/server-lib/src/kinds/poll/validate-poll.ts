import type { Faults } from '../../base/faults/faults.js';
import type { PollDraft, PollOption } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { defaultScale } from '../../shared/presentation/scales.js';
import { assignIds } from '../inputs/option-list.js';
import { checkStyle, completeLabels } from '../inputs/scale-style.js';
import { mostRankedOptions } from './poll-schema.js';
import type { PollOwn } from './stored-poll.js';

/** Validates a draft and returns the definition of the poll. Adds faults for members that contradict each other. */
export function validatePoll(draft: PollDraft, before: PollOwn | undefined, faults: Faults): PollOwn {
  const type = draft.type ?? 'single';
  const drafts = draft.options.map((option) => (typeof option === 'string' ? { label: option } : option));
  const { items, next } = assignIds(drafts, 'o', before?.next ?? 1, 'options', faults);
  const options = items.map(
    ({ id, label, image_url, max_votes }): PollOption => ({
      id,
      label,
      image_url: image_url ?? null,
      max_votes: max_votes ?? null,
    }),
  );
  const own: PollOwn = {
    type,
    options,
    min_choices: draft.min_choices ?? null,
    max_choices: draft.max_choices ?? null,
    scale: type === 'rating' ? (draft.scale ?? defaultScale) : (draft.scale ?? null),
    other: draft.other ?? false,
    show_others: draft.show_others ?? false,
    shuffle: draft.shuffle ?? false,
    results_order: draft.results_order ?? 'asked',
    next,
    style: type === 'rating' ? (draft.style ?? 'numbers') : (draft.style ?? null),
    labels: completeLabels(draft.labels),
  };
  checkMembers(own, faults);
  checkScale(own, faults);
  return own;
}

function checkMembers({ type, options, min_choices, max_choices, other, show_others }: PollOwn, faults: Faults): void {
  const allowsBounds = type === 'multiple' || type === 'ranked';
  const maxChoices = options.length + (other ? 1 : 0);
  if (type === 'ranked' && options.length > mostRankedOptions)
    faults.add('options', fault('too_many_to_rank', { max: mostRankedOptions }));
  if (!allowsBounds && min_choices !== null)
    faults.add('min_choices', fault('needs_type', { types: ['multiple', 'ranked'] }));
  if (!allowsBounds && max_choices !== null)
    faults.add('max_choices', fault('needs_type', { types: ['multiple', 'ranked'] }));
  if (allowsBounds && min_choices !== null && min_choices > maxChoices)
    faults.add('min_choices', fault('more_than_options', { max: maxChoices }));
  if (allowsBounds && max_choices !== null && max_choices > maxChoices)
    faults.add('max_choices', fault('more_than_options', { max: maxChoices }));
  if (min_choices !== null && max_choices !== null && min_choices > max_choices)
    faults.add('min_choices', fault('greater_than', { field: 'max_choices' }));
  if (other && (type === 'ranked' || type === 'rating'))
    faults.add('other', fault('needs_type', { types: ['single', 'multiple'] }));
  if (show_others && !other) faults.add('show_others', fault('needs_other'));
  if (type === 'ranked' || type === 'rating') {
    options.forEach(({ max_votes }, at) => {
      if (max_votes !== null)
        faults.add(`options.${at}.max_votes`, fault('needs_type', { types: ['single', 'multiple'] }));
    });
  }
}

function checkScale({ type, scale, style, labels }: PollOwn, faults: Faults): void {
  if (type === 'rating') {
    const problem = style && checkStyle(style, scale ?? defaultScale);
    if (problem) faults.add('style', problem);
    return;
  }
  for (const [member, value] of Object.entries({ scale, style, labels }))
    if (value !== null) faults.add(member, fault('needs_type', { types: ['rating'] }));
}
