import { createAskwell } from '@askwell/server';
import { listening } from '../listening.js';
import { registerOwner } from '../owners.js';

const fieldCount = 200;
/** Of the 190 fields after the first ten. */
const conditionsPerField = 11;
const firstConditional = 10;

/** A form whose fields depend on the fields before them. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const askwell = createAskwell({ database, registration: 'open' });
  const { account } = await registerOwner(askwell, 'owner@example.com');
  const { id } = await askwell.forms.create(account, { title: 'Large form', fields: fieldsOf(fieldCount) });
  const server = await listening(askwell.node);
  return {
    ...server,
    path: () => `/p/${id}`,
    /** Submits the form, and returns the milliseconds of processor time of one submission. @param {number} count */
    async submit(count) {
      await submitAll(sized(count));
      const before = process.cpuUsage();
      await submitAll(count);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / count;
    },
    async close() {
      server.close();
      await askwell.close();
    },
  };

  /** @param {number} count */
  async function submitAll(count) {
    for (let nth = 0; nth < count; nth++) await askwell.forms.submit(id, { answers });
  }
};

/** Compiles the code before it is measured. @param {number} count */
const sized = (count) => Math.ceil(count / 4);

/** The first field is a text, the others are numbers. Fields have conditions on the fields before them. */
function fieldsOf(/** @type {number} */ count) {
  return Array.from({ length: count }, (_, at) => {
    const common = { id: `f${at + 1}`, label: `Question ${at + 1}` };
    if (at === 0) return { ...common, type: /** @type {const} */ ('short_text') };
    return {
      ...common,
      type: /** @type {const} */ ('number'),
      ...(at >= firstConditional && { show_if: conditionsAt(at) }),
    };
  });
}

/** Conditions of which the last one holds. Each key in the first field changes the first one. @param {number} at */
function conditionsAt(at) {
  const others = Array.from({ length: conditionsPerField - 2 }, (_, back) => ({
    field: `f${at - back}`,
    greater: 1_000 + back,
  }));
  return { any: [{ field: 'f1', contains: 'peoplepeople' }, ...others, { field: 'f2', at_least: 1 }] };
}

/** An answer to each field. */
const answers = Object.fromEntries(
  Array.from({ length: fieldCount }, (_, at) => [`f${at + 1}`, at === 0 ? 'people' : at]),
);
