import type { PlainField, SilentField } from '../form-types.js';
import { type FieldTypeDefinition, singleColumnType } from './field-type.js';

/** What arranges a form and takes no answers; those who ask for answers look at `takesAnswers` first. */
const layoutBase = {
  ...singleColumnType,
  takesAnswers: false,
  isPublic: false,
  check: () => undefined,
  csvColumns: () => [],
  csvCells: () => [],
  summarize(): never {
    throw new Error('What takes no answers has no summary.');
  },
};

export const headingType: FieldTypeDefinition<PlainField> = {
  ...layoutBase,
  complete: (_draft, head) => ({ ...head, type: 'heading' }),
};

/** Where a page begins. */
export const pageType: FieldTypeDefinition<SilentField> = {
  ...layoutBase,
  complete: (_draft, head) => ({ ...head, type: 'page' }),
};
