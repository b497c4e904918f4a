/** The number of answers that one write deletes. Small enough not to delay other writes. */
export const deleteBatchSize = 1_000;

/** The number of characters of answer bodies that one write reads to update the tallies. */
export const maxDeletedCharacters = 1_000_000;

/** The number of answers that a slice of a search reads. Other reports run between two slices. */
export const answersPerSlice = 5_000;

/** The number of characters after which a slice ends: characters of answers and notes, plus the cost of matching them. */
export const maxSliceCharacters = 4_000_000;

/** The number of changed answers up to which an index finds them. If there are more, all answers are read to find them. */
export const maxChangedAnswers = 20_000;

/** The number of answers of a user that one read returns. */
export const respondentBatchSize = 200;

/** The maximum number of write-ins that the results list for one input, most frequent first. */
export const maxListedWriteIns = 100;

/** The maximum number of conditions for columns: each is compared with every answer. */
export const maxColumnConditions = 20;

/** The maximum length of a value that a column is compared with. */
export const maxComparedLength = 500;

/** The maximum number of parameters of a filter for one input: each is compared with every answer. */
export const maxInputParams = 20;

/**
 * The maximum length of the ID of a column. The longest ID belongs to a row of a matrix: it contains the IDs of the field and the
 * row.
 */
export const maxColumnLength = 100;

/** The maximum length of a text to search for in all columns. */
export const maxSearchLength = 500;
