import { z } from 'zod';
import { askMembers } from '../asks/definition/definition-schema.js';
import { scaleMember } from '../inputs/number/scale.js';
import { label, partId, webUrl } from '../inputs/options/option-list.js';
import type { PollChanges, PollDraft } from './poll-types.js';

const option = z.union([
  label,
  z.strictObject({
    id: partId.optional(),
    label,
    image_url: webUrl.nullable().optional(),
    max_votes: z.int().min(1).max(1_000_000_000).nullable().optional(),
  }),
]);

const members = {
  type: z.enum(['single', 'multiple', 'ranked', 'rating']).optional(),
  options: z.array(option).min(2).max(100).optional(),
  min_choices: z.int().min(1).max(100).nullable().optional(),
  max_choices: z.int().min(1).max(101).nullable().optional(),
  scale: scaleMember.nullable().optional(),
  other: z.boolean().optional(),
  show_others: z.boolean().optional(),
  shuffle: z.boolean().optional(),
};

export const pollDraft = z.strictObject({
  ...askMembers,
  ...members,
  title: askMembers.title.unwrap(),
  options: members.options.unwrap(),
}) satisfies z.ZodType<PollDraft>;

export const pollChanges = z.strictObject({ ...askMembers, ...members }) satisfies z.ZodType<PollChanges>;
