import type {
  AskKind,
  AttemptDraft,
  FormDraft,
  PollDraft,
  QuizDraft,
  SubmissionDraft,
  VoteDraft,
} from '@askwell/server/contract';

/** The definitions and the answers of each kind. */
export interface Kinds {
  readonly poll: { readonly draft: PollDraft; readonly answer: VoteDraft };
  readonly quiz: { readonly draft: QuizDraft; readonly answer: AttemptDraft };
  readonly form: { readonly draft: FormDraft; readonly answer: SubmissionDraft };
}

/** A generated definition with answers. */
export interface Definition<Kind extends AskKind> {
  readonly kind: Kind;
  /** The type of the poll, or the type of the first question or field. */
  readonly type: string;
  readonly draft: Kinds[Kind]['draft'];
  /** Whether visitors get their own order. */
  readonly isShuffled: boolean;
  readonly others: readonly Kinds[Kind]['answer'][];
  /** The answer of the visitor who reads. */
  readonly own: Kinds[Kind]['answer'];
}

export type AnyDefinition = Definition<'poll'> | Definition<'quiz'> | Definition<'form'>;
