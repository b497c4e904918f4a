/*
 * The modules that the script shares with the files that it loads on demand. A browser may have cached the script of an earlier version,
 * so parameters are only added, and everything else needs a new `interfaceVersion`.
 */

export { choicesHint } from '../../../server-lib/src/shared/presentation/choices-hint.js';
export { request } from '../api.js';
export { lazyFile } from '../files/lazy-file.js';
export { isClosedState } from '../flow/closed.js';
export { describeFault, describeProblem } from '../flow/describe-problem.js';
export { prefillFor, previousValues } from '../flow/host-page.js';
export { keepInPage } from '../flow/local-state.js';
export { resultsArea } from '../flow/results-area.js';
export { submitAnswer } from '../flow/submit.js';
export { choiceControl, otherValue } from '../inputs/choice.js';
export { formItem, mapAnswer, picture, requiredMark } from '../inputs/control.js';
export { optionList, outOfBounds } from '../inputs/option-list.js';
export { answersOf } from '../kinds/kind.js';
export { createPoll } from '../kinds/poll.js';
export { messageId } from '../messages/message-id.js';
export { loadResults } from '../results/load.js';
export { addStyles } from '../ui/add-styles.js';
export { append, h, setAttribute } from '../ui/dom.js';
export { endLabels } from '../ui/end-labels.js';
export { button, message, webUrl } from '../ui/parts.js';
