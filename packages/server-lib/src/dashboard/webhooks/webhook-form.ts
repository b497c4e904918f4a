import { z } from 'zod';
import { invalidField } from '../../base/faults/invalid-field.js';
import { eventTypes } from '../../events/webhooks/event-types.js';
import type { Site, Webhook } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { FormField } from '../form.js';
import { checkForm, formText } from '../read-form.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';

/** The descriptions of the events. */
export const typeLabels: Readonly<Record<string, string>> = {
  'answer.created': 'Answer created',
  'answer.updated': 'Answer changed',
  'answer.deleted': 'Answer deleted',
  'ask.created': 'Poll, quiz or form created',
  'ask.updated': 'Poll, quiz or form changed',
  'ask.closed': 'Poll, quiz or form closed',
  'ask.deleted': 'Poll, quiz or form deleted',
  'webhook.test': 'Test message',
};

/** The fields that can be changed later. */
export const webhookFields: readonly FormField[] = [
  {
    name: 'url',
    label: 'URL',
    help: 'Where events are sent, such as https://example.com/askwell-events.',
    required: true,
    missing: 'Enter the URL of your server.',
  },
  { name: 'description', label: 'Description' },
  {
    name: 'events',
    label: 'Events',
    kind: 'choice',
    help: '“All events” includes those of later versions.',
    choices: [
      { value: 'all', label: 'All events' },
      { value: 'some', label: 'Only some events' },
    ],
  },
  {
    name: 'types',
    label: 'Which events',
    kind: 'checks',
    help: 'For “Only some events”.',
    isConditional: true,
    missing: 'Choose an event.',
    choices: Object.keys(typeLabels)
      .filter((type) => eventTypes.some((known) => known === type))
      .map((value) => ({ value, label: typeLabels[value] ?? value })),
  },
];

/** The field with the site. A webhook keeps it. */
export function siteField(sites: readonly Site[]): FormField {
  const wholeAccount = { value: '', label: 'Whole account' };
  return {
    name: 'site_id',
    label: 'Site',
    kind: 'choice',
    choices: [wholeAccount, ...sites.map((site) => ({ value: String(site.id), label: site.name }))],
  };
}

const sentFields = z.strictObject({
  url: formText,
  description: formText.optional(),
  events: z.enum(['all', 'some']),
  site_id: z
    .string()
    .regex(/^\d{0,15}$/)
    .optional(),
});

/**
 * Returns the members of a webhook that a form has sent. The operation checks their values. No types mean all events, so the form may
 * only leave them out with that choice.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function parseWebhook(form: SubmittedForm): { readonly changes: object; readonly site: number | null } {
  const { types: _single, ...values } = form.values;
  const { types: _several, ...repeated } = form.repeated;
  const { site_id = '', events, ...sent } = checkForm(sentFields, { values, repeated });
  const types = events === 'all' ? [] : allValuesOf(form, 'types');
  if (events === 'some' && types.length === 0) throw invalidField('types', fault('required'));
  return { changes: { ...sent, types }, site: site_id === '' ? null : Number(site_id) };
}

/** Returns the values of a form as it was sent, for showing it again. */
export function enteredValues(form: SubmittedForm): Record<string, string> {
  return { ...form.values, types: allValuesOf(form, 'types').join(' ') };
}

/** Returns the values of the form of a webhook. */
export function storedValues({ url, description, types }: Webhook): Record<string, string> {
  const events = types.length === 0 ? 'all' : 'some';
  return { url, description: description ?? '', events, types: types.join(' ') };
}
