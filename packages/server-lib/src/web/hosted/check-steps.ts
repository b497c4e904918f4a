import type { Secret } from '../../base/crypto/secret.js';
import { Faults } from '../../base/faults/faults.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { memberFieldName } from '../../core/submit/form-member-names.js';
import { parseVisitor } from '../../core/submit/visitor-identity.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { checkAnswer } from '../../kinds/quiz/check-attempt.js';
import type { CheckService } from '../../kinds/quiz/check-service.js';
import { parseAnswer } from '../../kinds/quiz/parse-form-fields.js';
import { verifyStart } from '../../kinds/quiz/start-token.js';
import { feedbackOf, type QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { startedQuizPart } from '../../kinds/quiz/visitor-view.js';
import type { Issue } from '../../shared/faults/fault.js';
import { presentAttempt } from '../../shared/presentation/attempt-outcome.js';
import type { Texts } from '../../shared/presentation/texts.js';
import type { CheckStep, CheckSteps } from './kind-renderer.js';
import { questionInput } from './quiz-inputs.js';

type Quiz = StoredAsk<QuizOwn>;

/** The members of a receipt without a score. */
const noScore = { score: null, max_score: null, percentage: null, passed: null, band: null };

/** Returns the steps of a quiz that tells after each question whether the answer is correct. */
export function createCheckSteps({ secret, checks }: { secret: Secret; checks: CheckService }): CheckSteps<QuizOwn> {
  const questionIn = ({ own }: Quiz, id: unknown) => own.questions.find((question) => question.id === id);

  return {
    isNeeded: (own) => feedbackOf(own) === 'each',

    async find(ask, started, checkedId, texts): Promise<CheckStep | undefined> {
      const start = verifyStart(secret.key, ask.id, started);
      if (!start) return undefined;
      const { questions } = startedQuizPart(ask, start, secret.key);
      const checked = await checks.list(ask, start);
      const open = questions.filter(({ id }) => checked.every((other) => other.id !== id));
      const verdict = checked.find(({ id }) => id === checkedId);
      const [next] = open;
      const current = verdict?.id ?? next?.id;
      const place = questions.findIndex(({ id }) => id === current);
      return {
        position: place === -1 ? null : positionText(texts, place + 1, questions.length),
        verdict: verdict
          ? presentAttempt(
              { ...noScore, id: '', quiz_id: ask.id, created_at: '', questions: [verdict] },
              { questions, answers: verdict.given === null ? {} : { [verdict.id]: verdict.given } },
              texts,
            )
          : null,
        next: next ? { id: next.id, inputs: (formContext) => questionInput(formContext, next) } : null,
      };
    },

    faultsIn(ask, questionId, fields): readonly Issue[] {
      const faults = new Faults();
      const question = questionIn(ask, questionId);
      const value = question && parseAnswer(question, fields);
      if (question && value !== undefined) checkAnswer(question, value, `answers.${question.id}`, faults);
      return faults.issues;
    },

    async check(ask, fields: UrlencodedFields, context): Promise<string> {
      const member = (name: string) => fields[memberFieldName(name)];
      const faults = new Faults();
      const visitor = parseVisitor(
        { voter: member('voter'), ticket: member('ticket') },
        { ...context, secret: secret.key },
        faults,
      );
      const question = questionIn(ask, member('question'));
      const answer = (question && parseAnswer(question, fields)) ?? null;
      const members = { question: member('question'), answer, started: member('started') };
      return (await checks.check(ask, members, visitor, faults)).id;
    },
  };
}

function positionText(t: Texts, n: number, m: number): string {
  return t('Question {n} of {m}', { n, m });
}
