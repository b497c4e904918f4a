/** The number of asks that one read returns while a whole list is exported. Definitions can be large. */
export const exportBatchSize = 50;

/** The maximum length of the key of a definition in code, in UTF-16 code units. */
export const maxKeyLength = 255;

/** The number of parsed asks in the cache. The version tells whether an entry is current. */
export const maxCachedAsks = 2_000;

/** The total length of the cached definitions. Their sizes differ by a factor of 100,000. */
export const maxCachedDefinitionCharacters = 16 * 1024 * 1024;
