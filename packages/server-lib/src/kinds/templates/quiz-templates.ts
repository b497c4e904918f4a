import gradedTest from './quizzes/graded-test.json';
import personality from './quizzes/personality.json';
import productKnowledge from './quizzes/product-knowledge.json';
import timedQuiz from './quizzes/timed-quiz.json';
import trivia from './quizzes/trivia.json';
import trueOrFalse from './quizzes/true-or-false.json';
import vocabularyPractice from './quizzes/vocabulary-practice.json';
import type { QuizTemplate } from './template.js';

export const quizTemplates: readonly QuizTemplate[] = [
  {
    kind: 'quiz',
    name: 'trivia',
    title: 'Trivia quiz',
    summary: 'Entertains with general knowledge, and shows the answer after each question.',
    featured: true,
    draft: trivia,
  },
  {
    kind: 'quiz',
    name: 'graded-test',
    title: 'Graded test',
    summary: 'Tests what learners know, with a pass mark, grades and two attempts.',
    featured: false,
    draft: gradedTest,
  },
  {
    kind: 'quiz',
    name: 'product-knowledge',
    title: 'Product knowledge check',
    summary: 'Checks that your team knows your product, and explains the answers.',
    featured: false,
    draft: productKnowledge,
  },
  {
    kind: 'quiz',
    name: 'personality',
    title: 'Personality quiz',
    summary: 'Tells people which type they are, by the statements that describe them.',
    featured: false,
    draft: personality,
  },
  {
    kind: 'quiz',
    name: 'true-or-false',
    title: 'True or false',
    summary: 'Tells facts from myths, one statement after another.',
    featured: false,
    draft: trueOrFalse,
  },
  {
    kind: 'quiz',
    name: 'timed-quiz',
    title: 'Timed quiz',
    summary: 'Sets a time limit and gives each person other questions.',
    featured: false,
    draft: timedQuiz,
  },
  {
    kind: 'quiz',
    name: 'vocabulary-practice',
    title: 'Vocabulary practice',
    summary: 'Practices words with pairs, translations and sentences.',
    featured: false,
    draft: vocabularyPractice,
  },
];
