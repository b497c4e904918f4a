import type { AnswerHead } from '../resources.js';
import type { Plain } from './plain.js';

/** A vote, an attempt or a submission that its owner reads, with the tags and the note. */
export type NotedAnswer<Answer> = Plain<Answer & Required<Pick<AnswerHead, 'tags' | 'note'>>>;
