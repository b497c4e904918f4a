const prefix = 'askwell-history:';

/** Returns the key of the history of a definition in the storage of the browser. */
export const historyKey = (id: string): string => prefix + id;

/** Removes all histories. Some browsers refuse the storage, and then there are none. */
export function removeHistories(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {}
}
