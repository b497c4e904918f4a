import type { PublicPoll } from '../../shared/contract/resources.js';

const labels = ['Friday evening', 'Saturday morning', 'Sunday afternoon'];

/** A poll that shows the design of a site. It is stored nowhere. */
export const sampleView: PublicPoll = {
  id: 'poll_sample',
  title: 'When do you have time?',
  description: 'Choose all times that suit you.',
  status: 'draft',
  accepting: false,
  opens_at: null,
  closes_at: null,
  one_per: null,
  allow_change: false,
  anonymous: true,
  results_visibility: 'never',
  after: null,
  // The script of the page shows the design that is chosen.
  design: null,
  locale: 'en',
  sign_in_url: null,
  type: 'multiple',
  min_choices: null,
  max_choices: null,
  scale: null,
  style: null,
  labels: null,
  other: true,
  show_others: false,
  shuffle: false,
  results_order: 'asked',
  options: labels.map((label, index) => ({ id: `o${index + 1}`, label, image_url: null, full: false })),
};
