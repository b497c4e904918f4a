import { fault } from '../faults/fault.js';
import type { Faults } from '../faults/faults.js';
import { type Bins, numberField } from '../inputs/number/number-field.js';
import { assignIds } from '../inputs/options/option-list.js';
import { ownMember } from '../inputs/own-member.js';
import { findBadConditions } from './check-conditions.js';
import type { Place } from './field-types/field-type.js';
import { fieldTypeOf } from './field-types/index-by-type.js';
import type { Field, FieldDraft, FieldHead, FormDraft } from './form-types.js';
import type { FormOwn } from './stored-form.js';

const letters = { options: 'o', rows: 'r' } as const;

/** A form's definition from what its author said, with what does not fit together named. */
export function validateForm(
  draft: FormDraft,
  before: FormOwn | undefined,
  faults: Faults,
  hasAnswers: boolean,
): FormOwn {
  const { parts, next } = assignIds(draft.fields, 'f', before?.next ?? 1, 'fields', faults);
  const nexts = new Map<string, number>();
  const fields = parts.map((part, at) => settleField(part, placeOf(`fields.${at}`, part.id, before, nexts, faults)));
  fields.forEach((field, at) => {
    findBadConditions(field, fields.slice(0, at), fields, `fields.${at}.show_if`, faults);
  });
  return {
    fields,
    next,
    nexts: Object.fromEntries(nexts),
    bins: faults.any ? {} : settleBins(fields, before, hasAnswers),
  };
}

function settleField(draft: FieldDraft & { id: string }, place: Place): Field {
  const { id, label = '', help, placeholder, required, show_if } = draft;
  const head: FieldHead = {
    id,
    label,
    help: help ?? null,
    placeholder: placeholder ?? null,
    required: required ?? false,
    show_if: show_if ?? null,
  };
  const kind = fieldTypeOf(draft);
  if (head.required && !kind.takesAnswers) place.faults.add(`${place.path}.required`, fault('required_not_allowed'));
  return kind.settle(draft, head, place);
}

function placeOf(
  path: string,
  id: string,
  before: FormOwn | undefined,
  nexts: Map<string, number>,
  faults: Faults,
): Place {
  return {
    path,
    faults,
    list(member, drafts) {
      const given = drafts.map((draft) => (typeof draft === 'string' ? { label: draft } : draft));
      const key = `${id}.${member}`;
      const first = (before && ownMember(before.nexts, key)) ?? 1;
      const { parts, next } = assignIds(given, letters[member], first, `${path}.${member}`, faults);
      nexts.set(key, next);
      return parts.map((part) => ({ id: part.id, label: part.label }));
    },
  };
}

/**
 * What numbers are sorted into follows `min` and `max` until there are answers, and then stays: what is counted once can't
 * be sorted anew.
 */
function settleBins(fields: readonly Field[], before: FormOwn | undefined, hasAnswers: boolean): Record<string, Bins> {
  const bins = new Map<string, Bins>();
  for (const field of fields) {
    if (field.type !== 'number') continue;
    const stays = hasAnswers && before?.fields.some(({ id, type }) => id === field.id && type === 'number');
    const settled = before && stays ? ownMember(before.bins, field.id) : numberField.binsOf(field);
    if (settled) bins.set(field.id, settled);
  }
  return Object.fromEntries(bins);
}
