import type { AnswerChoice } from '../../core/answers/answer-choice.js';
import type { AccountRef } from '../../owners/accounts/account-ref.js';
import type { FormWarnings } from '../../shared/contract/ask-warnings.js';
import type { BatchResult } from '../../shared/contract/batch-types.js';
import type {
  FormResultsOf,
  SubmissionDraftOf,
  SubmissionOf,
} from '../../shared/contract/definitions/answers/form-answers.js';
import type { FormId } from '../../shared/contract/definitions/ask-id.js';
import type {
  CheckedForm,
  CheckedFormChanges,
  FormChangesDefinition,
  FormDefinition,
  FormOf,
  UpdatedForm,
} from '../../shared/contract/definitions/form.js';
import type { InBatch } from '../../shared/contract/definitions/in-batch.js';
import type { NotedAnswer } from '../../shared/contract/definitions/noted-answer.js';
import type {
  AnswerChanges,
  Averages,
  CopyDraft,
  CrossTable,
  FormPaths,
  Funnel,
  NewTicket,
  SubmissionReceipt,
} from '../../shared/contract/resources.js';
import type { FindScope } from '../accounts/account-api.js';
import type { UpdateOptions } from '../operations/call-operation.js';
import type { AnswerFile } from './answer-file.js';
import type { FormServices } from './form-operations.js';
import { createInProcessAnswer, type InProcessAnswerOptions, type VisitorRef } from './in-process-answers.js';
import {
  type AnswerListChoice,
  type AskChoice,
  type AveragesChoice,
  type BatchOptions,
  type CrossTableChoice,
  createKindApi,
  type FunnelPeriod,
  type ResultsLinkApi,
  type ResultsOptions,
  type TicketApi,
  type TranslationApi,
  type WarningsChoice,
  type WorkingCopyApi,
} from './in-process-api.js';
import { type PathsContext, pathsOperation } from './paths-operation.js';
import { warningsOperation } from './warnings-operation.js';

/** Manages the submissions of a form in your own process. */
export interface SubmissionApi {
  /**
   * Submits a form on behalf of a visitor. Runs the same checks as the public endpoint, without its rate limit.
   *
   * @param visitor The visitor. Required if the form limits answers with `one_per`.
   * @throws AskwellError with the code `invalid` if the submission is invalid, `closed` or `full` if the form accepts no
   * submissions, or `already_answered` if the visitor has submitted the form.
   * @example await askwell.forms.submissions.create(form.id, { answers: { email: user.email } }, { id: user.id });
   */
  create<D extends FormDefinition = FormDefinition>(
    id: FormId<D>,
    submission: SubmissionDraftOf<D>,
    visitor?: VisitorRef,
  ): Promise<SubmissionReceipt>;
  /**
   * Records up to 1,000 submissions in order, and returns a result for each. A submission with the same `id` is recorded once
   * within 24 hours.
   *
   * @throws AskwellError with the code `invalid` if the option `atomic` is set and a submission is refused. No submission is
   * recorded then.
   * @example const results = await askwell.forms.submissions.batch(account, form.id, [{ answers: { email: 'visitor@example.com' },
   * id: 'paper-17' }]);
   */
  batch<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    submissions: readonly InBatch<SubmissionDraftOf<D>>[],
    options?: BatchOptions,
  ): Promise<BatchResult[]>;
  /** Lists submissions, newest first. Reads them page by page during the iteration. */
  list<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    choice?: AnswerListChoice,
  ): AsyncGenerator<NotedAnswer<SubmissionOf<D>>, void>;
  /** Returns a submission. */
  get<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    submission: string,
  ): Promise<NotedAnswer<SubmissionOf<D>>>;
  /**
   * Sets the tags and the note of a submission. Absent members stay unchanged. Visitors do not see them.
   *
   * @example
   * await askwell.forms.submissions.update(account, form.id, submission.id, { tags: ['urgent'], note: 'Called back.' });
   */
  update<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    submission: string,
    changes: AnswerChanges,
  ): Promise<NotedAnswer<SubmissionOf<D>>>;
  /** Deletes a submission and updates the results. The visitor may answer again. */
  delete(account: AccountRef, id: FormId, submission: string): Promise<void>;
  /** Deletes the submissions that a filter finds, and returns their number. */
  deleteWhere(account: AccountRef, id: FormId, where: AnswerChoice, options?: UpdateOptions): Promise<number>;
  /** Deletes all submissions. The results start again at zero. */
  reset(account: AccountRef, id: FormId): Promise<void>;
  /**
   * Returns the submissions as a CSV file. Reads them during the iteration.
   *
   * @example
   * await pipeline(await askwell.forms.submissions.csv(account, form.id), createWriteStream('submissions.csv'));
   */
  csv(account: AccountRef, id: FormId, choice?: AnswerListChoice): Promise<AnswerFile>;
  /**
   * Returns the submissions as an Excel file, with the columns of the CSV file. Reads them during the iteration.
   *
   * @example
   * await pipeline(await askwell.forms.submissions.xlsx(account, form.id), createWriteStream('submissions.xlsx'));
   */
  xlsx(account: AccountRef, id: FormId, choice?: AnswerListChoice): Promise<Omit<AnswerFile, 'text'>>;
  /**
   * Returns all submissions, as the client does with JSON Lines. Reads them during the iteration.
   *
   * @example
   * for await (const submission of await askwell.forms.submissions.jsonl(account, form.id)) console.log(submission.id);
   */
  jsonl<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    choice?: AnswerListChoice,
  ): Promise<AsyncGenerator<NotedAnswer<SubmissionOf<D>>, void>>;
}

/**
 * Manages forms in your own process. Runs the same checks and returns the same resources as the REST API, with an account in place of an
 * API key.
 *
 * Every method throws an `AskwellError` with the code `not_found` if the account or the form does not exist, and with the code `invalid`
 * if an argument is invalid. Throws a `TypeError` if an argument is missing or has a wrong type, such as a number for the account.
 *
 * @example
 * for await (const submission of askwell.forms.submissions.list(account, form.id)) console.log(submission.answers);
 */
export interface FormApi {
  /** Creates a form. The ID of the result has the type of the definition, so that submissions and results are typed too. */
  create<const D extends FormDefinition>(account: AccountRef, definition: CheckedForm<D>): Promise<FormOf<D>>;
  /**
   * Returns the form that your code defines under a key. Creates it the first time, and updates it when the definition differs from
   * the previous one. Calls with the same definition only read.
   *
   * @param key Your own name of the form, unique for the account. It becomes free when the form is deleted.
   * @param definition The form. What it does not name, such as `status`, stays as the owner set it in the dashboard.
   * @throws AskwellError with the code `conflict` if existing submissions do not allow the change. The message says which part.
   * @example const contact = defineForm({ title: 'Contact', fields: [{ id: 'email', type: 'email', label: 'Your email', required:
   * true }], }); const form = await askwell.forms.ensure(account, 'contact', contact);
   */
  ensure<const D extends FormDefinition>(
    account: AccountRef,
    key: string,
    definition: CheckedForm<D>,
  ): Promise<FormOf<D>>;
  /** Returns a form. */
  get<D extends FormDefinition = FormDefinition>(account: AccountRef, id: FormId<D>): Promise<FormOf<D>>;
  /**
   * Returns the form that `ensure` created under a key.
   *
   * @example
   * const form = await askwell.forms.getByKey<typeof contact>(account, 'contact');
   */
  getByKey<D extends FormDefinition = FormDefinition>(account: AccountRef, key: string): Promise<FormOf<D>>;
  /**
   * Lists forms, newest first. Reads them page by page during the iteration. For a user of yours without an account, the list is
   * empty.
   */
  list(account: AccountRef, choice?: AskChoice): AsyncGenerator<FormOf<FormDefinition>, void>;
  /**
   * Updates a form. Members that `changes` does not contain stay unchanged. The ID of the result has the type of the new definition.
   *
   * @throws AskwellError with the code `conflict` if existing submissions do not allow the change, or `precondition_failed` if the version is not
   * the one in `ifMatch`.
   */
  update<D extends FormDefinition = FormDefinition, const C extends FormChangesDefinition = FormChangesDefinition>(
    account: AccountRef,
    id: FormId<D>,
    changes: CheckedFormChanges<D, C>,
    options?: UpdateOptions,
  ): Promise<FormOf<UpdatedForm<D, C>>>;
  /**
   * Copies a form. The copy is a draft with the same definition, without submissions, tickets and the key of `ensure`.
   *
   * @param draft The title and the site of the copy. Default: the title followed by " (copy)", in the same site.
   */
  copy<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    draft?: CopyDraft,
  ): Promise<FormOf<D>>;
  /** Deletes a form and its submissions. */
  delete(account: AccountRef, id: FormId): Promise<void>;
  /**
   * Returns the results, of all submissions or of those that `where` finds.
   *
   * @example
   * const recent = await askwell.forms.results(account, form.id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  results<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    options?: ResultsOptions,
  ): Promise<FormResultsOf<D>>;
  /** @deprecated Pass the filter as `{ where: filter }`. */
  results<D extends FormDefinition = FormDefinition>(
    account: AccountRef,
    id: FormId<D>,
    choice: AnswerChoice,
  ): Promise<FormResultsOf<D>>;
  /**
   * Returns how many visits saw and started the form and sent an answer, and at which fields they stopped.
   *
   * @param period The period, by full days in UTC. Default: all days.
   * @example
   * const { views, completions } = await askwell.forms.funnel(account, form.id, { since: '2026-01-01T00:00:00Z' });
   */
  funnel(account: AccountRef, id: FormId, period?: FunnelPeriod): Promise<Funnel>;
  /**
   * Counts the answers to two questions of the form against each other.
   *
   * @param choice The columns of the questions, and the filter of the submissions.
   * @throws AskwellError with the code `invalid` if the columns are not two different questions with options.
   * @example
   * const { columns, rows } = await askwell.forms.crossTable(account, form.id, { rows: 'field.age', columns: 'field.member' });
   */
  crossTable(account: AccountRef, id: FormId, choice: CrossTableChoice): Promise<CrossTable>;
  /**
   * Averages the answers to a question of the form: all of them, and those of each day.
   *
   * @param choice The column of the question, and the filter of the submissions.
   * @throws AskwellError with the code `invalid` if the answers to the question have no average.
   * @example
   * const { average, days } = await askwell.forms.averages(account, form.id, { question: 'field.stars' });
   */
  averages(account: AccountRef, id: FormId, choice: AveragesChoice): Promise<Averages>;
  /**
   * Counts the paths of submissions through the pages of the form, of all submissions or of those that `where` finds.
   *
   * @example
   * const { steps } = await askwell.forms.paths(account, form.id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  paths(account: AccountRef, id: FormId, options?: ResultsOptions): Promise<FormPaths>;
  /**
   * Finds what the logic of the form probably does not mean, such as a page that no answers lead to. The form works with it.
   *
   * @throws AskwellError with the code `invalid` if the changes that are not published are checked and are not valid.
   * @example
   * const { warnings } = await askwell.forms.warnings(account, form.id, { definition: 'working_copy' });
   */
  warnings(account: AccountRef, id: FormId, choice?: WarningsChoice): Promise<FormWarnings>;
  /**
   * Returns a link to the hosted page that shows a draft to anyone for seven days. Submissions for drafts are refused.
   *
   * Without the option `baseUrl`, the link starts with the path.
   */
  previewUrl(account: AccountRef, id: FormId): Promise<string>;
  /** Manages the submissions of a form. */
  readonly submissions: SubmissionApi;
  /** Manages the tickets of a form with `one_per: 'ticket'`. */
  readonly tickets: TicketApi;
  /** Manages the link that shows the results of a form to anyone. */
  readonly resultsLink: ResultsLinkApi;
  /** Manages the changes of a form that are not published. */
  readonly workingCopy: WorkingCopyApi;
  /** Reads and imports the translations of a form. */
  readonly translations: TranslationApi;

  /** @deprecated Use `submissions`. */
  readonly answers: Omit<SubmissionApi, 'create'>;
  /** @deprecated Use `submissions.create`. */
  submit: SubmissionApi['create'];
  /** @deprecated Use `tickets.create`, which returns an object with `tickets`. */
  issueTickets(account: AccountRef, id: FormId, tickets: number | readonly NewTicket[]): Promise<string[]>;
}

type Context = InProcessAnswerOptions & PathsContext;

/**
 * Creates the API of forms. The types of answers and results follow from definitions. The compiler cannot derive them from the
 * stored data, so the implementation has a separate signature.
 */
export function createFormApi(services: FormServices, findScope: FindScope, context: Context): FormApi;
export function createFormApi(services: FormServices, findScope: FindScope, context: Context): object {
  const { named, ...api } = createKindApi(services, findScope, {
    paths: pathsOperation(services, context),
    warnings: warningsOperation(services, 'form'),
  });
  const create = createInProcessAnswer(services, context);
  return { ...api, submissions: { create, ...named }, submit: create } satisfies Record<keyof FormApi, unknown>;
}
