import type { Faults } from '../../base/faults/faults.js';
import type {
  Band,
  QuestionDraft,
  QuestionOption,
  QuestionOptionDraft,
  QuestionType,
  QuizDraft,
} from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { assignIds } from '../inputs/option-list.js';
import { validateKey } from './answer-key.js';
import { reveals } from './reveal.js';
import type { QuizOwn, StoredQuestion } from './stored-quiz.js';

const typesWithOptions: readonly QuestionType[] = ['single', 'multiple', 'order', 'match'];
const typesWithPartialPoints: readonly QuestionType[] = ['multiple', 'order', 'match'];

/** Validates a draft and returns the definition of the quiz. Adds faults for members that contradict each other. */
export function validateQuiz(draft: QuizDraft, before: QuizOwn | undefined, faults: Faults): QuizOwn {
  const { items, next } = assignIds(draft.questions, 'q', before?.next ?? 1, 'questions', faults);
  const questions = items.flatMap((question, at) => {
    const current = before?.questions.find(({ id }) => id === question.id);
    return validateQuestion(question, current, `questions.${at}`, faults) ?? [];
  });
  const own: QuizOwn = {
    questions,
    pass_percentage: draft.pass_percentage ?? null,
    time_limit_seconds: draft.time_limit_seconds ?? null,
    max_attempts: draft.max_attempts ?? null,
    reveal: draft.reveal ?? 'correctness',
    feedback: draft.feedback ?? 'end',
    shuffle_questions: draft.shuffle_questions ?? false,
    shuffle_options: draft.shuffle_options ?? false,
    draw: draft.draw ?? null,
    bands: validateBands(draft.bands ?? [], faults),
    collect_name: draft.collect_name ?? false,
    collect_email: draft.collect_email ?? false,
    receipt: draft.receipt ?? false,
    next,
  };
  if (own.draw !== null && own.draw > draft.questions.length)
    faults.add('draw', fault('more_than_questions', { max: draft.questions.length }));
  if (own.max_attempts !== null && !draft.one_per) faults.add('max_attempts', fault('needs_one_per'));
  if (own.feedback === 'each' && !reveals(own, 'correctness')) faults.add('feedback', fault('needs_correctness'));
  return own;
}

function validateQuestion(
  draft: QuestionDraft & { id: string },
  before: StoredQuestion | undefined,
  path: string,
  faults: Faults,
): StoredQuestion | undefined {
  checkMembers(draft, path, faults);
  const options = validateOptions(draft.options ?? [], 'o', before?.next.option ?? 1, `${path}.options`, faults);
  const targets = validateOptions(draft.targets ?? [], 't', before?.next.target ?? 1, `${path}.targets`, faults);
  const key = validateKey(draft.type, draft.answer, options.parts, targets.parts);
  if ('fault' in key) {
    faults.add(`${path}.answer`, key.fault);
    return undefined;
  }
  return {
    id: draft.id,
    ...key,
    prompt: draft.prompt,
    image_url: draft.image_url ?? null,
    options: options.parts,
    targets: targets.parts,
    case_sensitive: draft.case_sensitive ?? false,
    points: draft.points ?? 1,
    penalty: draft.penalty ?? 0,
    partial: draft.partial ?? false,
    explanation: draft.explanation ?? null,
    next: { option: options.next, target: targets.next },
  };
}

function validateOptions(
  drafts: readonly QuestionOptionDraft[],
  letter: string,
  next: number,
  path: string,
  faults: Faults,
): { parts: QuestionOption[]; next: number } {
  const objects = drafts.map((draft) => (typeof draft === 'string' ? { label: draft } : draft));
  const assigned = assignIds(objects, letter, next, path, faults);
  const parts = assigned.items.map(({ id, label, image_url }) => ({ id, label, image_url: image_url ?? null }));
  return { parts, next: assigned.next };
}

/** Adds faults for members that the type of the question does not allow. */
function checkMembers(
  { type, options = [], targets = [], partial, case_sensitive }: QuestionDraft,
  path: string,
  faults: Faults,
): void {
  if (typesWithOptions.includes(type) && options.length < 2)
    faults.add(`${path}.options`, fault('too_few', { min: 2 }));
  if (!typesWithOptions.includes(type) && options.length > 0)
    faults.add(`${path}.options`, fault('needs_type', { types: typesWithOptions }));
  if (type === 'match' && targets.length === 0) faults.add(`${path}.targets`, fault('too_few', { min: 1 }));
  if (type !== 'match' && targets.length > 0) faults.add(`${path}.targets`, fault('needs_type', { types: ['match'] }));
  if (partial && !typesWithPartialPoints.includes(type))
    faults.add(`${path}.partial`, fault('needs_type', { types: typesWithPartialPoints }));
  if (case_sensitive && type !== 'text') faults.add(`${path}.case_sensitive`, fault('needs_type', { types: ['text'] }));
}

function validateBands(drafts: NonNullable<QuizDraft['bands']>, faults: Faults): Band[] {
  const taken = new Set<number>();
  return drafts.map(({ min_percentage, title, message }, at) => {
    if (taken.has(min_percentage)) faults.add(`bands.${at}.min_percentage`, fault('duplicate_band'));
    taken.add(min_percentage);
    return { min_percentage, title, message: message ?? null };
  });
}
