/* The code of a Svelte app. The test compiles it against the packed package. */
import {
  AskwellAsks,
  AskwellEditor,
  AskwellForm,
  AskwellPoll,
  AskwellQuiz,
  AskwellResults,
} from '@askwell/widget/svelte';
import { type ComponentProps, mount } from 'svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

const target = document.body;

mount(AskwellPoll, {
  target,
  props: {
    pollId: 'poll_1',
    theme: 'dark',
    class: 'lunch',
    onready: (event) => console.log(event.detail.view.options),
    onanswer: (event) => console.log(event.detail.answer.choices),
    onerror: (event) => console.log(event.detail.code),
  },
});
mount(AskwellQuiz, {
  target,
  props: { quizId: 'quiz_1', layout: 'list', onanswer: (event) => console.log(event.detail.answer.score) },
});
mount(AskwellForm, { target, props: { formId: 'form_1', reserve: 200, prefill: 'name=Visitor', noDraft: true } });

mount(AskwellEditor, {
  target,
  props: {
    server: '/polls',
    askId: 'form_1',
    token: 'askwell_token_1',
    onpublished: (event) => console.log(event.detail.kind),
    ontoken: (event) => console.log(event.detail.id),
  },
});
mount(AskwellResults, { target, props: { server: '/polls', askId: 'form_1', theme: 'dark' } });
mount(AskwellAsks, { target, props: { server: '/polls', onopen: (event) => console.log(event.detail.id) } });

// @ts-expect-error The list has no event for publications.
export const wrongOwnerEvent: ComponentProps<typeof AskwellAsks> = { server: '/polls', onpublished: () => {} };

// @ts-expect-error The ID is required.
export const noAsk: ComponentProps<typeof AskwellEditor> = { server: '/polls' };

export const bareEditor: SvelteHTMLElements['askwell-editor'] = {
  'ask-id': 'form_1',
  'onaskwell:saved': (event) => console.log(event.detail.id),
};

export const bare: SvelteHTMLElements['askwell-poll'] = {
  'poll-id': 'poll_1',
  'no-draft': true,
  'onaskwell:answer': (event) => console.log(event.detail.answer.choices),
};

// @ts-expect-error The ID is required.
export const noId: ComponentProps<typeof AskwellPoll> = { server: 'https://polls.example.com' };

// @ts-expect-error There is no such theme.
export const wrongTheme: ComponentProps<typeof AskwellForm> = { formId: 'form_1', theme: 'pink' };

export const wrongEvent: ComponentProps<typeof AskwellPoll> = {
  pollId: 'poll_1',
  // @ts-expect-error A poll has no score.
  onanswer: (event) => console.log(event.detail.answer.score),
};
