import type { DashboardFixture } from '../dashboard-fixture.js';
import { newcomer, open, regular, sendAsIs, type View } from './view.js';

const answersOf = ({ answered }: DashboardFixture) => `/dashboard/asks/${answered.form}/answers`;

/** Answers in tables and one by one. */
export const answerViews: readonly View[] = [
  { name: 'latest-answers-empty', server: open, owner: newcomer, path: '/dashboard/answers' },
  { name: 'latest-answers', server: open, owner: regular, path: '/dashboard/answers' },
  { name: 'answers', server: open, owner: regular, path: answersOf },
  {
    name: 'answers-empty',
    server: open,
    owner: regular,
    path: ({ answered }) => `/dashboard/asks/${answered.empty}/answers`,
  },
  {
    name: 'answers-quiz',
    server: open,
    owner: regular,
    path: ({ answered }) => `/dashboard/asks/${answered.quiz}/answers`,
  },
  {
    name: 'answers-filtered',
    server: open,
    owner: regular,
    path: (fixture) =>
      `${answersOf(fixture)}?q=e&field=f2&operator=greater&value=2&field=f4&operator=answered&value=&tag=follow+up&add=condition`,
    act: (page) => page.locator('.columns-tool summary').click(),
  },
  {
    name: 'answers-not-found',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}?q=nothing+like+this`,
  },
  {
    name: 'answer',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/${fixture.answered.answer}`,
    act: (page) => page.getByRole('button', { name: 'Delete answer' }).click(),
  },
  {
    name: 'answer-note-problem',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/${fixture.answered.answer}`,
    async act(page) {
      await page.fill('#note-tags', 'a tag that is much longer than forty characters');
      await sendAsIs(page, '#note');
    },
  },
  {
    name: 'answers-delete',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/delete?answer=${fixture.answered.answer}`,
  },
  {
    name: 'answers-selected',
    server: open,
    owner: regular,
    path: answersOf,
    act: (page) => page.getByLabel('Select all on this page').check(),
  },
  {
    name: 'answers-delete-matching',
    server: open,
    owner: regular,
    path: (fixture) => `${answersOf(fixture)}/delete?q=e&field=f2&operator=greater&value=2&matching=true`,
  },
];
