/** The three kinds of ask. */
export type AskKind = 'poll' | 'quiz' | 'form';

/** The body of a PATCH request: absent members keep their values. */
export type Changes<Draft> = { [Member in keyof Draft]?: Draft[Member] | undefined };
