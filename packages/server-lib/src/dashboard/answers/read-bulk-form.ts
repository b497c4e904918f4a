import { invalidField } from '../../base/faults/invalid-field.js';
import { parseTagList } from '../../core/answers/parse-note.js';
import { fault } from '../../shared/faults/fault.js';
import type { OwnerChange } from '../asks/owner-ask.js';
import { maxSelected } from '../limits.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { parseRowId } from './find-answers.js';

/** The change of several answers that a form asks for. */
export interface BulkForm {
  readonly change: OwnerChange;
  /** The IDs of the selected answers, with their prefixes. Null for all that match the filters. */
  readonly selected: readonly string[] | null;
}

/**
 * Reads the form of the table of answers.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function readBulkForm(form: SubmittedForm): BulkForm {
  const isAll = allValuesOf(form, 'scope')[0] === 'matching';
  return { change: readChange(form), selected: isAll ? null : allValuesOf(form, 'answer').slice(0, maxSelected) };
}

/** The progress of a change of all matching answers. */
export interface BulkProgress {
  readonly change: OwnerChange;
  /** The ID of the latest answer that is changed. */
  readonly upTo: string;
  /** The ID of the last answer that was looked at. Null at the beginning. */
  readonly after: string | null;
  readonly changed: number;
  readonly full: number;
  /** The number of answers that matched at the beginning. Null if it is not known. */
  readonly total: number | null;
}

/**
 * Reads how far a change has come. The browser keeps it between two requests, so nothing in it is trusted: it only says
 * which answers are skipped, and what pages show.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function readProgress(form: SubmittedForm): BulkProgress {
  const upTo = readRowId(form, 'up_to');
  if (upTo === null) throw invalidField('up_to', fault('required'));
  const [changed, full, total] = ['changed', 'full', 'total'].map((name) =>
    readCount(name, allValuesOf(form, name)[0] ?? ''),
  );
  const after = readRowId(form, 'after');
  return { change: readChange(form), upTo, after, changed: changed ?? 0, full: full ?? 0, total: total ?? null };
}

function readChange(form: SubmittedForm): OwnerChange {
  const [change] = allValuesOf(form, 'do');
  if (change === 'delete') return { change };
  if (change === 'add' || change === 'remove')
    return { change, tags: parseTagList(allValuesOf(form, 'tags')[0] ?? '') };
  throw invalidField('do', fault('invalid_value'));
}

function readRowId(form: SubmittedForm, name: string): string | null {
  const text = allValuesOf(form, name)[0] ?? '';
  return text === '' ? null : parseRowId(name, text);
}

/**
 * Reads a number of answers. Null for an empty text.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function readCount(name: string, text: string): number | null {
  if (text === '') return null;
  if (!/^\d{1,9}$/.test(text)) throw invalidField(name, fault('invalid_value'));
  return Number(text);
}
