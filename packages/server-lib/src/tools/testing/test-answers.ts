import type { VisitorRef } from '../../api/asks/in-process-answers.js';
import type { Askwell } from '../../askwell-interface.js';
import type {
  AttemptDraftOf,
  AttemptReceipt,
  FormDefinition,
  PollDefinition,
  QuizDefinition,
  SubmissionDraftOf,
  SubmissionReceipt,
  VoteDraftOf,
  VoteReceipt,
} from '../../shared/contract.js';

/** A poll, quiz or form, or its ID. */
export type AskRef = string | { readonly id: string };

/** Functions that answer as visitors. Without `visitor`, each call is a new visitor with a new IP address. */
export interface TestAnswers {
  /**
   * Casts a vote.
   *
   * @throws AskwellError with the codes of the operation, such as `invalid`, `closed` or `already_answered`.
   *
   * @example
   * await test.vote(poll, { choices: ['o1'] });
   */
  vote(poll: AskRef, vote: VoteDraftOf<PollDefinition>, visitor?: VisitorRef): Promise<VoteReceipt>;
  /**
   * Submits an attempt.
   *
   * @example
   * await test.attempt(quiz, { answers: { france: 'paris', rome: true } });
   */
  attempt(quiz: AskRef, attempt: AttemptDraftOf<QuizDefinition>, visitor?: VisitorRef): Promise<AttemptReceipt>;
  /**
   * Submits a form.
   *
   * @example
   * await test.submit(form, { answers: { name: 'Visitor', rating: 5 } });
   */
  submit(form: AskRef, submission: SubmissionDraftOf<FormDefinition>, visitor?: VisitorRef): Promise<SubmissionReceipt>;
}

type AnswerApis = Pick<Askwell, 'polls' | 'quizzes' | 'forms'>;

/** Creates the functions that answer as visitors. */
export function createTestAnswers({ polls, quizzes, forms }: AnswerApis): TestAnswers {
  let count = 0;

  /** Returns a new visitor. An answer with a `voter` identifies its visitor itself. */
  function newVisitor({ voter }: { voter?: string | undefined }): VisitorRef {
    count += 1;
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
    return voter === undefined ? { id: `visitor-${count}`, address } : { address };
  }

  return {
    vote: (poll, vote, visitor = newVisitor(vote)) => polls.votes.create(idOf(poll), vote, visitor),
    attempt: (quiz, attempt, visitor = newVisitor(attempt)) => quizzes.attempts.create(idOf(quiz), attempt, visitor),
    submit: (form, submission, visitor = newVisitor(submission)) =>
      forms.submissions.create(idOf(form), submission, visitor),
  };
}

function idOf(ask: AskRef): string {
  return typeof ask === 'string' ? ask : ask.id;
}
