import type { AnswerHead } from '../resources.js';

/** A vote, an attempt or a submission that its owner reads, with the tags and the note. */
export type NotedAnswer<Answer> = Answer & Required<Pick<AnswerHead, 'tags' | 'note'>>;
