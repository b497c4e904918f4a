/** The draft of a form whose definition takes about 200 KB. */
export const largeForm = {
  title: 'Large form',
  fields: Array.from({ length: 200 }, (_, at) => ({
    type: /** @type {const} */ ('short_text'),
    label: `Field ${at}`,
    help: 'h'.repeat(1_000),
  })),
};
