import { textTokens, wordCharacter } from './rich-text.js';

/**
 * The tokens of a text of a quiz: also code between lines, formulas, in lines of their own between `$$` or in a line between `$`, and
 * escaped dollar signs. A formula neither begins nor ends with a space, and ends at the next dollar sign, so that `$5 or $10` is text and
 * scanning takes linear time. A dollar sign after a letter is text, as in `US$5`.
 */
export const quizTokens = new RegExp(
  String.raw`${wordCharacter.source}\$|^${'```'}.*\r?\n?([^]*?)(?:^${'```'}.*|$(?![^]))|(^\$\$(?:\\\$|[^$])*[^$\\]\$\$$|\$(?!\s)(?:\\\$|[^$\n])*[^\s$\\]\$(?![\d$]))|\\\$|${textTokens.source}`,
  'gimu',
);
