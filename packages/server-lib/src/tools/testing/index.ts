export type { AskRef, TestAnswers } from './test-answers.js';
export {
  createTestAskwell,
  type TestAskwell,
  type TestAskwellOptions,
  type TestOwnerDraft,
} from './test-askwell.js';
export type { Duration, TestClock } from './test-clock.js';
