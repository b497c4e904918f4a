import type { Tag } from './openapi-types.js';

/** What stands together in the document, by what the paths begin with. */
const sections: readonly (Tag & { readonly under: string })[] = [
  { name: 'Account', description: 'Whose key it is.', under: '/api/v1/me' },
  {
    name: 'Sites',
    description: 'Sites group asks and keys, and say which origins may answer.',
    under: '/api/v1/sites',
  },
  { name: 'Polls', description: 'Polls, their votes and their results.', under: '/api/v1/polls' },
  { name: 'Quizzes', description: 'Quizzes, their attempts and their results.', under: '/api/v1/quizzes' },
  { name: 'Forms', description: 'Forms, their submissions and their results.', under: '/api/v1/forms' },
  { name: 'Embedding', description: 'What visitors’ pages read, without a key.', under: '/embed' },
  { name: 'Service', description: 'Probes and this document, without a key.', under: '' },
];

/** All tags, in the order in which they are shown. */
export const tags: readonly Tag[] = sections.map(({ name, description }) => ({ name, description }));

/** The tag of a path. */
export function tagOf(path: string): string {
  return sections.find(({ under }) => path.startsWith(under))?.name ?? 'Service';
}
