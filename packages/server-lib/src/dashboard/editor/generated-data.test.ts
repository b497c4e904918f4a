import { expect, test } from 'vitest';
import { describeMembers } from '../../../build/describe-members.js';
import { formTextShape } from '../../kinds/form/form-schema.js';
import { pollTextShape } from '../../kinds/poll/poll-schema.js';
import { quizTextShape } from '../../kinds/quiz/quiz-schema.js';
import { draftMembers } from './draft-members.js';
import { textShapes } from './text-shapes.js';

// `npm run lint` compares the files with what the generator prints, and these tests compare their data with the schemas.

test('the generated members are the members of the schemas', () => {
  expect(draftMembers).toEqual(describeMembers());
});

test('the generated shapes of texts are the shapes of the schemas', () => {
  expect(textShapes).toEqual({ poll: pollTextShape, quiz: quizTextShape, form: formTextShape });
});
