import type { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { collapseSpaces } from '../../base/normalize-text.js';
import { check } from '../../base/validation/check.js';
import { fault, type Issue } from '../../shared/faults/fault.js';
import { answerChanges, normalizeLines } from './note-schema.js';

/** The tags and the note of an answer. */
export interface AnswerNote {
  readonly tags: readonly string[];
  readonly note: string;
}

/** Changes of tags and a note. Absent members stay unchanged. */
export interface NoteChanges {
  readonly tags?: readonly string[] | undefined;
  readonly note?: string | undefined;
}

/**
 * Reads the tags and the note of an answer from a form. Tags are separated by commas or line breaks.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function parseNote(
  fields: { readonly tags: string; readonly note: string },
  schema: z.ZodType<NoteChanges> = answerChanges,
): AnswerNote {
  // Browsers send line breaks as two characters.
  const sent = { tags: splitTags(fields.tags), note: normalizeLines(fields.note) };
  try {
    const { tags = [], note = '' } = check(schema, sent);
    return { tags, note };
  } catch (error) {
    throw error instanceof AskwellError && error.issues ? atFields(error.issues).toError() : error;
  }
}

/** Returns the faults of single tags as faults of the field with all tags, without duplicates. */
function atFields(issues: readonly Issue[]): Faults {
  const faults = new Faults();
  const added = new Set<string>();
  for (const { path, code, params } of issues) {
    const [field = path] = path.split('.');
    if (!added.has(field + code)) faults.add(field, { code, params });
    added.add(field + code);
  }
  return faults;
}

/**
 * Reads the tags to add or remove from a form.
 *
 * @throws AskwellError with the code `invalid` if a tag is invalid, or if there are no tags.
 */
export function parseTagList(text: string): readonly string[] {
  const { tags } = parseNote({ tags: text, note: '' });
  if (tags.length === 0) throw invalidField('tags', fault('required'));
  return tags;
}

/** Splits a text into distinct tags. */
function splitTags(text: string): readonly string[] {
  return [...new Set(text.split(/[,\r\n]/).map(collapseSpaces))].filter((tag) => tag !== '');
}

/** Reads the stored tags of an answer. */
export function parseTags(json: string | null): readonly string[] {
  const tags: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}
