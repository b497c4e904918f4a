import type { AskAttributes } from './events.js';

/** Attributes whose change loads the ask again, apart from its ID and the server. */
export const reloadingAttributes = ['lang', 'layout', 'collect', 'ticket', 'voter', 'answer', 'preview'] as const;

const otherAttributes = ['theme', 'prefill', 'no-draft', 'reserve'] as const;

type Listed = (typeof reloadingAttributes | typeof otherAttributes)[number];

/** The attributes that placeholders may set: all but `server`. Does not compile if a list misses an attribute of the elements. */
export const placeholderAttributes: readonly (Exclude<keyof AskAttributes, 'server'> extends Listed
  ? Listed
  : never)[] = [...reloadingAttributes, ...otherAttributes];
