/** The largest draft of a working copy, in characters of JSON. */
export const maxDraftLength = 256 * 1024;
