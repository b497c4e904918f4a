import { fault } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import { invalidField } from '../../faults/invalid-field.js';
import { collapseSpaces } from '../../inputs/text/normalize-text.js';
import { countCodePoints, isStorable } from '../../validation/text.js';
import { distinct, maxNoteLength, maxTagLength, maxTags, normalizeLines } from './note-schema.js';

/** What an owner notes about an answer. */
export interface AnswerNote {
  readonly tags: readonly string[];
  readonly note: string;
}

/** Changes of a note. Absent members stay. */
export interface NoteChanges {
  readonly tags?: readonly string[] | undefined;
  readonly note?: string | undefined;
}

/**
 * Reads the tags and the note of an answer from a form. Tags are separated by commas or line breaks.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function parseNote(fields: { readonly tags: string; readonly note: string }): AnswerNote {
  const faults = new Faults();
  const tags = splitTags(fields.tags);
  const note = normalizeLines(fields.note).trim();
  if (!isStorable(fields.tags)) faults.add('tags', fault('invalid_characters'));
  else if (tags.length > maxTags) faults.add('tags', fault('too_many', { max: maxTags }));
  else if (tags.some((tag) => countCodePoints(tag) > maxTagLength))
    faults.add('tags', fault('too_long', { max: maxTagLength }));
  if (!isStorable(note)) faults.add('note', fault('invalid_characters'));
  else if (countCodePoints(note) > maxNoteLength) faults.add('note', fault('too_long', { max: maxNoteLength }));
  if (faults.any) throw faults.toError();
  return { tags, note };
}

/**
 * Reads the tags to add or remove from a form.
 *
 * @throws AskwellError with the code `invalid`, also if there is none.
 */
export function parseTagList(text: string): readonly string[] {
  const { tags } = parseNote({ tags: text, note: '' });
  if (tags.length === 0) throw invalidField('tags', fault('required'));
  return tags;
}

/** Returns each tag once. */
function splitTags(text: string): readonly string[] {
  return distinct(text.split(/[,\r\n]/).map(collapseSpaces)).filter((tag) => tag !== '');
}

/** Reads the stored tags of an answer. */
export function parseTags(json: string | null): readonly string[] {
  const tags: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}
