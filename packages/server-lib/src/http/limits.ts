/** The maximum size of a body of a public operation, in bytes. */
export const publicBodyLimit = 64 * 1024;

/** The maximum size of a body of an operation with a key, in bytes. */
export const bodyLimit = 256 * 1024;

/** The maximum size of a body with a whole definition that the editor sends, in bytes: its text is longer when a form encodes it. */
export const definitionFormLimit = 3 * bodyLimit;

/** The maximum size of a form of the dashboard, in bytes. Most of these forms can be sent without signing in. */
export const dashboardFormLimit = 16 * 1024;

/** The maximum size of a file that an owner imports in the dashboard, in bytes. It is never in memory as a whole. */
export const uploadLimit = 64 * 1024 * 1024;

/**
 * The number of bodies that are compressed at the same time. zlib runs in the thread pool of Node, as scrypt does. Half
 * of its threads stay free.
 */
export const maxCompressing = 2;

/** If this many bodies wait, further ones are sent uncompressed. */
export const maxWaitingBodies = 64;

/** The size from which a body is joined, hashed and encoded in several turns of the event loop, in characters or bytes. */
export const largeBody = 256 * 1024;

/** The number of characters from which a page of a list is full. Definitions and answers can be large. */
export const maxPageCharacters = 4 * 1024 * 1024;

/** The size up to which bodies are not compressed: they fit into one packet anyway. */
export const longestUncompressed = 1_024;
