import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import type { MathElement } from '../../shared/contract/resources.js';

const mathElement: z.ZodType<MathElement> = component(
  'MathElement',
  z.object({
    tag: described(z.string(), 'The name of the element, such as `mfrac`.'),
    attributes: described(
      z.exactOptional(z.record(z.string(), z.string())),
      'Attributes of MathML Core, the class `left` or `right` of an aligned cell, and `tabindex` of a wide formula.',
    ),
    content: described(z.array(z.union([z.string(), z.lazy(() => mathElement)])), 'The texts and elements in it.'),
  }),
  { description: 'An element of MathML.' },
);

const formulasText =
  'The formulas in the texts of this object, as MathML. The key is a formula as the text has it, with its dollar signs. Absent without formulas. A formula that is invalid or too long is missing.';

/** The MathML of the formulas in the texts of a response. */
export const formulasMember = described(z.exactOptional(z.record(z.string(), mathElement)), formulasText);
