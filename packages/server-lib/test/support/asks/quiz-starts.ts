import { z } from 'zod';
import type { Reply } from '../http/http-client.js';

const option = z.strictObject({ id: z.string(), label: z.string(), image_url: z.null() });
/** All members of a start. Parsing fails if there is another member. */
const startBody = z.strictObject({
  data: z.strictObject({
    quiz: z.strictObject({
      id: z.string(),
      title: z.string(),
      description: z.null(),
      status: z.string(),
      accepting: z.boolean(),
      opens_at: z.null(),
      closes_at: z.null(),
      one_per: z.string().nullable(),
      allow_change: z.boolean(),
      anonymous: z.boolean(),
      sign_in_url: z.string().nullable(),
      results_visibility: z.string(),
      after: z.null(),
      words: z.null(),
      design: z.null(),
      locale: z.null(),
      languages: z.array(z.string()).length(0),
      untranslated: z.array(z.string()).length(0),
      pass_percentage: z.null(),
      questions_count: z.int(),
      time_limit_seconds: z.int().nullable(),
      max_attempts: z.int().nullable(),
      reveal: z.string(),
      feedback: z.string(),
      shuffle_questions: z.boolean(),
      shuffle_options: z.boolean(),
      collect_name: z.boolean(),
      collect_email: z.boolean(),
      needs_start: z.boolean(),
      questions: z.array(
        z.strictObject({
          id: z.string(),
          type: z.string(),
          prompt: z.string(),
          image_url: z.null(),
          options: z.array(option),
          targets: z.array(option),
        }),
      ),
    }),
    started: z.string(),
    expires_at: z.string().nullable(),
    seconds_left: z.int().nullable(),
    checks: z.array(z.unknown()),
  }),
});

/** Parses the reply to a start. */
export function readStart(reply: Reply) {
  return startBody.parse(reply.body).data;
}

/** Returns the IDs of questions or options, in their order. */
export function idsOf(parts: readonly { id: string }[]): string[] {
  return parts.map(({ id }) => id);
}
