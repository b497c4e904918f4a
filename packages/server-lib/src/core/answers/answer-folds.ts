import { foldText } from '../../base/normalize-text.js';

/** Normalizes a text for comparison without its case. */
export type FoldText = (text: string) => string;

/** Folds the texts of one answer after the other. */
export interface AnswerFolds {
  /** Folds a text of the answer. Each is folded once, however many conditions read it. */
  readonly fold: FoldText;
  /** Forgets the texts of the previous answer. */
  startAnswer(): void;
  /** The number of folded characters, before or after folding, whichever is larger. */
  readonly characters: number;
}

/** Creates the function that folds the texts of answers. */
export function createAnswerFolds(): AnswerFolds {
  const known = new Map<string, string>();
  let characters = 0;
  return {
    fold(text) {
      let folded = known.get(text);
      if (folded === undefined) {
        folded = foldText(text);
        known.set(text, folded);
        // Folding can turn one character into 18.
        characters += Math.max(text.length, folded.length);
      }
      return folded;
    },
    startAnswer: () => known.clear(),
    get characters() {
      return characters;
    },
  };
}
