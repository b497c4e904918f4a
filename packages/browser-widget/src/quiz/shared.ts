/*
 * The modules that the code for quizzes gets from the code for questions, which loads it. As in `../files/shared.ts`, parameters are only
 * added, and everything else needs a new `interfaceVersion`.
 */

export { afterSubmission } from '../../../server-lib/src/shared/presentation/after-answer.js';
export { textTokens, wordCharacter } from '../../../server-lib/src/shared/presentation/rich-text.js';
export { isClosedState } from '../flow/closed.js';
export { describeProblem } from '../flow/describe-problem.js';
export { openDraft, writeItem } from '../flow/draft.js';
export { extraFields } from '../flow/extra-fields.js';
export { submitAnswer } from '../flow/submit.js';
export { choiceId } from '../inputs/choice-id.js';
export { formItem, mapAnswer, picture } from '../inputs/control.js';
export { optionList } from '../inputs/option-list.js';
export { rankingInput } from '../inputs/ranking-input.js';
export { rowInputs } from '../inputs/row-inputs.js';
export { selectInput } from '../inputs/select-input.js';
export { textInput } from '../inputs/text-input.js';
export { answersOf } from '../kinds/kind.js';
export { post } from '../questions/post.js';
export { localize } from '../questions/rich-text.js';
export { questionStyles } from '../questions/styles.js';
export { pageTurner } from '../questions/turn-pages.js';
export { loadResults } from '../results/load.js';
export { h } from '../ui/dom.js';
export { button, message } from '../ui/parts.js';
