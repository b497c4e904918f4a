import type { Clock } from '../../base/clock.js';
import { fromHex, toHex } from '../../base/crypto/hex.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { selectCheckedAnswers } from '../../core/answers/checked-answers.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { Formulas } from '../../core/formulas/formulas.js';
import { requireOpen } from '../../core/submit/refusal-errors.js';
import { hasKnownVoters, identifyVoter, type Visitor } from '../../core/submit/visitor-identity.js';
import { isTicket } from '../../core/tickets/ticket-queries.js';
import type { Store } from '../../db/store.js';
import type { CheckedQuestion, QuestionAnswer } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { checkAnswer } from './check-attempt.js';
import { isTokenUsed, recordCheck } from './check-queries.js';
import { markAttempt } from './mark-attempt.js';
import { formulaTexts } from './quiz-texts.js';
import { revealQuestion } from './reveal.js';
import { selectLastStart } from './start-queries.js';
import { checkStartToken, drawQuestions, type Start } from './start-token.js';
import { feedbackOf, type QuizOwn, type StoredQuestion } from './stored-quiz.js';

type Quiz = StoredAsk<QuizOwn>;

/** The body of a check, before it is validated. */
export type CheckMembers = Readonly<Record<string, unknown>>;

const memberNames: readonly string[] = ['question', 'answer', 'started', 'voter', 'ticket'];

/** Checks answers one by one, before the attempt is submitted. */
export type CheckService = ReturnType<typeof createCheckService>;

interface CheckServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly formulas: Formulas;
}

export function createCheckService({ store, clock, secret, formulas }: CheckServiceOptions) {
  /** Returns the start of a token, if it belongs to the visitor. */
  async function findStart(ask: Quiz, token: unknown, visitor: Visitor, faults: Faults): Promise<Start | undefined> {
    const start = checkStartToken(ask, token, { now: clock.now(), secret: secret.key }, faults);
    const voter = identifyVoter(ask, visitor, secret.key);
    const hasTicket = ask.terms.one_per === 'ticket';
    if (hasTicket && voter === null) faults.add('ticket', fault('required'));
    if (voter === null) return start ?? undefined;
    if (hasTicket && !(await store.read(isTicket(ask.seq, voter)))) faults.add('ticket', fault('invalid_ticket'));
    if (!start) return undefined;
    const last = await store.read(selectLastStart(ask.seq, fromHex(voter)));
    const isOwn = last ? toHex(last.nonce) === toHex(start.nonce) : !hasKnownVoters(ask.terms);
    if (!isOwn) faults.add('started', fault('invalid_start'));
    return start;
  }

  return {
    /**
     * Returns the start of a token, to continue it.
     *
     * @throws AskwellError if the token is not valid for this visitor, or an attempt has used it.
     */
    async resume(ask: Quiz, token: unknown, visitor: Visitor): Promise<Start> {
      requireOpen(ask, clock.now());
      const faults = new Faults();
      const start = await findStart(ask, token, visitor, faults);
      if (faults.any || !start) throw faults.toError();
      if (await store.read(isTokenUsed(ask.seq, start.nonce))) throw new AskwellError('already_answered');
      return start;
    },

    /** Returns the verdicts of the questions that were checked since a start, in the order of the quiz. */
    async list(ask: Quiz, start: Start): Promise<CheckedQuestion[]> {
      if (feedbackOf(ask.own) !== 'each') return [];
      const answers = await store.read(selectCheckedAnswers(ask.seq, toHex(start.nonce)));
      const asked = drawQuestions(ask, start, secret.key);
      return Promise.all(
        asked.flatMap((question) => {
          const answer = answers.get(question.id);
          return answer === undefined ? [] : [checkedQuestion(ask.own, question, answer)];
        }),
      );
    },

    /**
     * Stores the visitor's answer to a question, and returns its verdict. If the question was checked before, returns
     * the verdict of its first answer.
     *
     * @throws AskwellError if the quiz is not open, or the check is not valid.
     */
    async check(ask: Quiz, members: CheckMembers, visitor: Visitor, faults: Faults): Promise<CheckedQuestion> {
      requireOpen(ask, clock.now());
      for (const name of Object.keys(members))
        if (!memberNames.includes(name)) faults.add(name, fault('unknown_field'));
      if (feedbackOf(ask.own) !== 'each') faults.add('question', fault('no_checks'));
      const start = await findStart(ask, members['started'], visitor, faults);
      const { question: id, answer: input } = members;
      const question = start && drawQuestions(ask, start, secret.key).find((candidate) => candidate.id === id);
      if (id === undefined) faults.add('question', fault('required'));
      else if (start && !question) faults.add('question', fault('unknown_question'));
      if (input === undefined) faults.add('answer', fault('required'));
      const answer = question && input != null ? checkAnswer(question, input, 'answer', faults) : undefined;
      if (faults.any || !start || !question) throw faults.toError();
      const outcome = await store.run(recordCheck, {
        ask: ask.seq,
        token: start.nonce,
        startedAt: start.issued,
        question: question.id,
        answer: JSON.stringify(answer ?? null),
      });
      if ('answer' in outcome) return checkedQuestion(ask.own, question, JSON.parse(outcome.answer));
      throw new AskwellError(outcome.refused === 'unknown' ? 'not_found' : outcome.refused);
    },
  };

  async function checkedQuestion(
    own: QuizOwn,
    question: StoredQuestion,
    given: QuestionAnswer | null,
  ): Promise<CheckedQuestion> {
    const answers = given === null ? {} : { [question.id]: given };
    const [mark = [question.id, false, 0] as const] = markAttempt([question], answers, clock.now()).questions;
    const revealed = revealQuestion(own, mark);
    const found = await formulas.in(formulaTexts({ questions: [revealed] }));
    return { ...revealed, given, ...(found && { formulas: found }) };
  }
}
