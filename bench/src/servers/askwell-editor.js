import { createAskwell } from '@askwell/server';
import { listening } from '../listening.js';
import { registerOwner, signIn } from '../owners.js';

const email = 'owner@example.com';

/** The dashboard of an owner who edits forms. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const askwell = createAskwell({ database, registration: 'open' });
  const { account } = await registerOwner(askwell, email);
  const cookie = await signIn(askwell, email);
  const server = await listening(askwell.node);
  return {
    ...server,
    cookie: () => cookie,
    /** Creates a draft and returns the path of its editor. @param {number} fields The number of fields. */
    async createForm(fields) {
      const { id } = await askwell.forms.create(account, {
        title: 'Contact',
        status: 'draft',
        fields: fieldsOf(fields),
      });
      return `/dashboard/asks/${id}/edit`;
    },
    async close() {
      server.close();
      await askwell.close();
    },
  };
};

const options = ['Search', 'Friend', 'Event', 'Other'].map((label, at) => ({ id: `o${at + 1}`, label }));

/**
 * Fields of several types, of which every tenth has a condition.
 *
 * @param {number} count
 */
function fieldsOf(count) {
  return Array.from({ length: count }, (_, at) => {
    const common = { id: `f${at + 1}`, label: `Question ${at + 1}`, help: 'A sentence that explains the question.' };
    if (at > 0 && at % 10 === 0)
      return { ...common, type: /** @type {const} */ ('long_text'), show_if: { all: [{ field: 'f2', is: 'o1' }] } };
    switch (at % 4) {
      case 1:
        return { ...common, type: /** @type {const} */ ('single_choice'), options };
      case 2:
        return { ...common, type: /** @type {const} */ ('number') };
      case 3:
        return { ...common, type: /** @type {const} */ ('rating') };
      default:
        return { ...common, type: /** @type {const} */ ('short_text') };
    }
  });
}
