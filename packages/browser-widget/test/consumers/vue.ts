/* The code of a Vue app. The test compiles it against the packed package. */
import {
  type AskComponentProps,
  AskwellAsks,
  AskwellEditor,
  AskwellForm,
  AskwellPoll,
  AskwellQuiz,
  AskwellResults,
  type OwnerComponentProps,
} from '@askwell/widget/vue';
import { h } from 'vue';

export const components = [
  h(AskwellPoll, {
    pollId: 'poll_1',
    theme: 'dark',
    class: 'lunch',
    onReady: (event) => console.log(event.detail.view.options),
    onAnswer: (event) => console.log(event.detail.answer.choices),
    onError: (event) => console.log(event.detail.code),
  }),
  h(AskwellQuiz, { quizId: 'quiz_1', layout: 'list', onAnswer: (event) => console.log(event.detail.answer.score) }),
  h(AskwellForm, { formId: 'form_1', reserve: 200, prefill: 'name=Visitor', noDraft: true }),
  h(AskwellEditor, { server: '/polls', askId: 'form_1', onPublished: (event) => console.log(event.detail.kind) }),
  h(AskwellResults, { server: '/polls', askId: 'form_1', theme: 'dark' }),
  h(AskwellAsks, { server: '/polls', onOpen: (event) => console.log(event.detail.id) }),
];

// @ts-expect-error The ID is required.
export const noAsk: OwnerComponentProps<'editor'> = { server: '/polls' };

// @ts-expect-error The ID is required.
export const noId: AskComponentProps<'poll'> = { server: 'https://polls.example.com' };

// @ts-expect-error There is no such theme.
export const wrongTheme: AskComponentProps<'form'> = { formId: 'form_1', theme: 'pink' };

/** The types that a template compiler checks. */
type Props = InstanceType<typeof AskwellPoll>['$props'];

// @ts-expect-error A poll has no score.
export const wrongEvent: Props = { pollId: 'poll_1', onAnswer: (event) => console.log(event.detail.answer.score) };
