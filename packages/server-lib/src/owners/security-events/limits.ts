/** The maximum number of stored events per account. The oldest ones are deleted. */
export const maxStoredEvents = 100;

/** The maximum number of lines per second for a kind that only owners can cause. */
export const maxLinesPerSecond = 20;

/** The maximum number of pending events. Further events are logged but not stored. */
export const maxUnstoredEvents = 1_000;
