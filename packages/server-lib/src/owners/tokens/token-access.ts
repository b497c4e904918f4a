import { z } from 'zod';
import { boundedArray, boundedRecord, checkedLater } from '../../base/validation/bounded.js';
import { rawText } from '../../base/validation/text.js';
import type { EditorOptions } from '../access/editor-rules.js';
import { maxTokenAsks, maxTokenMembers, tokenSeconds } from './limits.js';

/** What a token can allow. */
export const tokenActions = ['edit', 'publish', 'results', 'create', 'delete'] as const;

/** Something that the holder of a token can do. */
export type TokenAction = (typeof tokenActions)[number];

/** What a token allows. */
export interface TokenAccess extends Readonly<EditorOptions> {
  /** The IDs of the only asks that it reaches. Null: all asks of the account. */
  readonly asks: readonly string[] | null;
  readonly can: readonly TokenAction[];
}

/** The data of a new token. `kinds`, `types`, `locked` and `hidden` narrow what the option `editor` allows. */
export interface TokenDraft extends EditorOptions {
  /** The IDs of the only polls, quizzes and forms that the token reaches. Default: all of the account. */
  asks?: readonly string[] | undefined;
  /** What the holder of the token can do. `create` requires a token without `asks`. */
  can: readonly TokenAction[];
  /** How long the token works, in seconds: up to a day. Default: an hour. */
  expiresIn?: number | undefined;
}

/** Validates the draft of a token. */
export const tokenDraftSchema = z.strictObject({
  asks: boundedArray(rawText(40), { min: 1, max: maxTokenAsks }).optional(),
  can: boundedArray(z.enum(tokenActions), { min: 1, max: tokenActions.length }),
  kinds: boundedArray(z.enum(['poll', 'quiz', 'form']), { min: 1, max: 3 }).optional(),
  types: boundedArray(rawText(40), { min: 1, max: maxTokenMembers }).optional(),
  locked: boundedRecord(rawText(100), checkedLater('the service of tokens'), { max: maxTokenMembers }).optional(),
  hidden: boundedArray(rawText(100), { max: maxTokenMembers }).optional(),
  expiresIn: z.int().min(1).max(tokenSeconds.max).default(tokenSeconds.default),
}) satisfies z.ZodType<
  unknown,
  Omit<TokenDraft, 'locked'> & { locked?: Readonly<Record<string, unknown>> | undefined }
>;
