import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { collapseSpaces, foldText } from '../../base/normalize-text.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, described } from '../../base/validation/documented.js';
import { requiredText, text } from '../../base/validation/text.js';
import { fault } from '../../shared/faults/fault.js';

/** The maximum number of tags of an answer. */
export const maxTags = 20;
export const maxTagLength = 40;
export const maxNoteLength = 5_000;

/** A tag. It has no commas, because commas separate tags in the dashboard and in CSV files. */
const tag = requiredText(maxTagLength)
  .check((context) => {
    if (!context.value.includes(',')) return;
    context.issues.push({ code: 'custom', message: faultMessage(fault('comma_in_tag')), input: context.value });
  })
  .transform(collapseSpaces);

const note = text(maxNoteLength)
  .transform(normalizeLines)
  .nullable()
  .transform((value) => value ?? '');

const tagList = boundedArray(tag, { max: maxTags });

/** Tags and a note that are stored. Earlier versions stored tags that differ only in case. */
export const storedNote = z.strictObject({ tags: tagList, note });

/** The members of an answer that only its owner sees and changes. */
export const noteMembers = {
  tags: described(z.exactOptional(z.array(z.string())), 'Your tags. Absent in events of changes and webhooks.'),
  note: described(
    z.exactOptional(z.string()),
    'Your note. Empty if there is none. Absent in events of changes and webhooks.',
  ),
};

/** The body of a request that changes an answer. */
export const answerChanges = component(
  'AnswerChanges',
  z.strictObject({
    tags: described(
      tagList.transform(distinctTags).optional(),
      `Replaces all tags. At most ${maxTags}, without commas. Of tags that differ only in case, the first is kept.`,
    ),
    note: described(note.optional(), 'Plain text. Null removes the note.'),
  }),
  {
    description: 'The tags and the note of an answer. Absent members keep their values.',
    examples: [{ tags: ['urgent', 'refund'], note: 'Called back on Monday.' }],
  },
);

/** Returns each tag once. Ignores case: of equal tags, the first is kept. */
export function distinctTags(tags: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const own of tags) {
    const folded = foldText(own);
    if (!byFolded.has(folded)) byFolded.set(folded, own);
  }
  return [...byFolded.values()];
}

/** Returns the tags without the removed ones. Ignores case. */
export function withoutTags(tags: readonly string[], removed: readonly string[]): string[] {
  const folded = new Set(removed.map(foldText));
  return tags.filter((own) => !folded.has(foldText(own)));
}

/** Returns a text with its line breaks as they are stored. */
export function normalizeLines(value: string): string {
  return value.replace(/\r\n?/g, '\n');
}
