import type { PlainField, SilentField } from '../form-types.js';
import { type FieldTypeDefinition, single } from './field-type.js';

/** What arranges a form and takes no answers; those who ask for answers look at `takesAnswers` first. */
const arranging = {
  ...single,
  takesAnswers: false,
  isPublic: false,
  check: () => undefined,
  columns: () => [],
  cells: () => [],
  summarise(): never {
    throw new Error('What takes no answers has no summary.');
  },
};

export const headingKind: FieldTypeDefinition<PlainField> = {
  ...arranging,
  settle: (_draft, head) => ({ ...head, type: 'heading' }),
};

/** Where a page begins. */
export const pageKind: FieldTypeDefinition<SilentField> = {
  ...arranging,
  settle: (_draft, head) => ({ ...head, type: 'page' }),
};
