import type { Tag } from './openapi-types.js';

/** The tags, with the prefix of their paths. */
const sections: readonly (Tag & { readonly prefix: string })[] = [
  { name: 'Account', description: 'The account that the key belongs to.', prefix: '/api/v1/me' },
  {
    name: 'Sites',
    description: 'Sites group polls, quizzes, forms and keys, and list the origins from which visitors can answer.',
    prefix: '/api/v1/sites',
  },
  { name: 'Polls', description: 'Polls, their votes and their results.', prefix: '/api/v1/polls' },
  { name: 'Quizzes', description: 'Quizzes, their attempts and their results.', prefix: '/api/v1/quizzes' },
  { name: 'Forms', description: 'Forms, their submissions and their results.', prefix: '/api/v1/forms' },
  {
    name: 'Webhooks',
    description: 'URLs to which events are sent, and the log of what was sent.',
    prefix: '/api/v1/webhooks',
  },
  {
    name: 'Embedding',
    description: 'The data that embedded polls, quizzes and forms load. No key required.',
    prefix: '/embed',
  },
  { name: 'Service', description: 'Probes and the OpenAPI document. No key required.', prefix: '' },
];

/** All tags, in the order of the document. */
export const tags: readonly Tag[] = sections.map(({ name, description }) => ({ name, description }));

/** Returns the tag of a path. */
export function tagOf(path: string): string {
  return sections.find(({ prefix }) => path.startsWith(prefix))?.name ?? 'Service';
}
