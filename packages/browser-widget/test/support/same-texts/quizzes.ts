import type {
  AttemptDraft,
  BandDraft,
  QuestionAnswer,
  QuestionDraft,
  QuestionType,
  QuizDraft,
} from '@askwell/server/contract';
import fc from 'fast-check';
import type { Definition } from './definition.js';
import { idsOf, image, lines, type Members, maybe, pick, seldom, some, text } from './members.js';
import { fitTerms, terms } from './terms.js';

type Own = 'type' | 'options' | 'targets' | 'answer' | 'case_sensitive' | 'partial';
type Body = Pick<QuestionDraft, Own>;

const head: Members<Omit<QuestionDraft, Own>> = {
  id: fc.constant(undefined),
  prompt: text,
  image_url: image,
  points: fc.constantFrom(1, 2, 2.5),
  penalty: fc.constantFrom(0, 0.5),
  explanation: maybe(lines),
};

const list = fc
  .array(fc.record({ label: text, image_url: image }), { minLength: 2, maxLength: 5 })
  .map((options) => ({ options, ids: idsOf('o', options) }));
const seed = fc.nat(1_000);

/** Questions of each type with their keys. A missing type does not compile. */
const bodies: { readonly [Type in QuestionType]: fc.Arbitrary<Body & { readonly type: Type }> } = {
  single: fc
    .tuple(list, seed)
    .map(([{ options, ids }, n]) => ({ type: 'single', options, answer: some(ids, 1, n)[0] ?? '' })),
  multiple: fc.tuple(list, seed, fc.boolean()).map(([{ options, ids }, n, partial]) => ({
    type: 'multiple',
    options,
    partial,
    answer: some(ids, 1 + (n % ids.length), n),
  })),
  boolean: fc.boolean().map((answer) => ({ type: 'boolean', answer })),
  text: fc
    .tuple(fc.uniqueArray(fc.constantFrom('Paris', 'París', 'باريس', '<Paris>'), { minLength: 1 }), fc.boolean())
    .map(([answer, case_sensitive]) => ({ type: 'text', answer, case_sensitive })),
  number: fc
    .record({ value: fc.constantFrom(9, 3.14, -1_234.5), tolerance: fc.constantFrom(0, 0.01, 2) })
    .map((answer) => ({ type: 'number', answer })),
  order: fc.tuple(list, seed, fc.boolean()).map(([{ options, ids }, n, partial]) => ({
    type: 'order',
    options,
    partial,
    answer: some(ids, ids.length, n),
  })),
  match: fc.tuple(list, list, seed, fc.boolean()).map(([{ options, ids }, { options: targets }, n, partial]) => ({
    type: 'match',
    options,
    targets,
    partial,
    answer: Object.fromEntries(ids.map((id, at) => [id, `t${((n + at) % targets.length) + 1}`])),
  })),
};

export const questionTypes = Object.keys(bodies).filter((type): type is QuestionType => type in bodies);

const question = (body: fc.Arbitrary<Body>) =>
  fc.tuple(fc.record(head), body).map(([asked, own]): QuestionDraft => ({ ...asked, ...own }));

const band: Members<BandDraft> = { min_percentage: fc.constantFrom(0, 50, 99), title: text, message: maybe(lines) };

const members: Members<Omit<QuizDraft, 'questions'>> = {
  ...terms,
  pass_percentage: maybe(fc.constantFrom(0, 60, 100)),
  time_limit_seconds: seldom(fc.constantFrom(45, 60, 90, 3_600)),
  max_attempts: maybe(fc.integer({ min: 2, max: 3 })),
  // Other tests cover answers that are checked one by one.
  feedback: fc.constant('end'),
  reveal: fc.constantFrom('nothing', 'score', 'correctness', 'answers'),
  shuffle_questions: seldom(fc.constant(true)).map(Boolean),
  shuffle_options: seldom(fc.constant(true)).map(Boolean),
  draw: seldom(fc.integer({ min: 1, max: 3 })),
  bands: fc.uniqueArray(fc.record(band), { selector: ({ min_percentage }) => min_percentage, maxLength: 3 }),
  collect_name: fc.boolean(),
  collect_email: fc.boolean(),
  receipt: fc.constant(false),
};

/** An answer that may be right. */
function answerTo({ type, options = [], targets = [], answer }: QuestionDraft, n: number): QuestionAnswer {
  const ids = idsOf('o', options);
  const wrong: { readonly [Type in QuestionType]: () => QuestionAnswer } = {
    single: () => some(ids, 1, n)[0] ?? '',
    multiple: () => some(ids, 1 + (n % ids.length), n),
    boolean: () => answer !== true,
    text: () => pick(['London', 'لندن', '<London>'], n),
    number: () => pick([1, -2.25, 1_000_000], n),
    order: () => some(ids, ids.length, n + 1),
    match: () => Object.fromEntries(ids.map((id, at) => [id, `t${((n * 2 + at) % targets.length) + 1}`])),
  };
  if (n % 3 > 0) return wrong[type]();
  if (typeof answer !== 'object') return answer;
  if ('value' in answer) return Number(answer.value);
  return Array.isArray(answer) && type === 'text' ? (answer[0] ?? '') : answer;
}

function attempt(questions: readonly QuestionDraft[], seeds: readonly number[]): AttemptDraft {
  const answers = questions.flatMap((asked, at): [string, QuestionAnswer][] => {
    const n = seeds[at] ?? at;
    return n % 5 === 0 ? [] : [[`q${at + 1}`, answerTo(asked, n)]];
  });
  return { answers: Object.fromEntries(answers) };
}

/** Quizzes with attempts. The first question has the type. */
export function quizzes(type: QuestionType): fc.Arbitrary<Definition<'quiz'>> {
  const more = fc.array(question(fc.oneof(...Object.values(bodies))), { maxLength: 4 });
  const seeds = fc.array(fc.nat(1_000), { minLength: 5, maxLength: 5 });
  return fc
    .tuple(fc.record(members), question(bodies[type]), more, fc.array(seeds, { maxLength: 3 }), seeds)
    .map(([drawn, first, rest, others, own]) => {
      const questions = [first, ...rest];
      const draw = drawn.draw ? Math.min(drawn.draw, questions.length) : null;
      const isStarted = draw !== null || drawn.time_limit_seconds !== null;
      const one_per = isStarted && drawn.one_per === 'ticket' ? 'browser' : drawn.one_per;
      const max_attempts = one_per === null ? null : drawn.max_attempts;
      const draft = fitTerms({ ...drawn, questions, draw, one_per, max_attempts });
      return {
        kind: 'quiz',
        type,
        // An attempt that counts as one of several cannot be changed.
        draft: { ...draft, allow_change: draft.allow_change === true && max_attempts === null },
        isShuffled: drawn.shuffle_questions === true || drawn.shuffle_options === true,
        others: others.map((answers) => attempt(questions, answers)),
        own: attempt(questions, own),
      };
    });
}
