import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { component, described } from '../../base/validation/documented.js';
import { fault } from '../../shared/faults/fault.js';

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: faultMessage(fault('invalid_color')) })
  .transform((value) => value.toLowerCase());

const designFont = component('DesignFont', z.enum(['system', 'serif', 'rounded', 'mono']), {
  description: 'Fonts that are installed on the device. No web fonts are loaded.',
});

const designDensity = component('DesignDensity', z.enum(['compact', 'comfortable', 'spacious']), {
  description: 'How much space there is between and inside of controls.',
});

const members = {
  accent: described(color.nullable(), 'The color of buttons, selected options and bars, such as `#0a7d5a`.', null),
  font: described(designFont.nullable(), 'The fonts of texts. They are installed on the device.', null),
  radius: described(z.int().min(0).max(24).nullable(), 'The radius of corners in pixels.', null),
  density: described(designDensity.nullable(), 'The space between and inside of controls.', null),
};
const description = 'How an ask looks. Members that are null have the value of the site, or the default.';

/** How an ask looks, in responses. */
export const design = component('Design', z.object(members), { description });

/** How an ask looks, in requests. */
export const designDraft = component('DesignDraft', z.strictObject(members).partial(), {
  description,
  examples: [{ accent: '#0a7d5a', font: 'serif', radius: 4 }],
});

/** What `design` is, where it is a member of an ask. */
export const designText = 'How the ask looks: its color, font, corners and density.';
