import type {
  Averages,
  CheckedForm,
  CheckedFormChanges,
  CopyDraft,
  CrossTable,
  FormChangesDefinition,
  FormDefinition,
  FormId,
  FormOf,
  FormPaths,
  FormResultsOf,
  FormWarnings,
  Funnel,
  UpdatedForm,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import type {
  AskQuery,
  AveragesChoice,
  CrossTableChoice,
  FunnelPeriod,
  ResultsOptions,
  SubmissionQuery,
  WarningsChoice,
} from './queries.js';
import { ResultsLinks } from './results-link.js';
import { Submissions } from './submissions.js';
import { Tickets } from './tickets.js';
import { Translations } from './translations.js';
import { WorkingCopies } from './working-copies.js';

/** Manages forms: fields of many types, and submissions. */
export class Forms {
  readonly #transport: Transport;
  /** Manages the submissions of a form. */
  readonly submissions: Submissions;
  /** Manages the tickets of a form with `one_per: 'ticket'`. */
  readonly tickets: Tickets<'form'>;
  /** Manages the link that shows the results of a form to anyone. */
  readonly resultsLink: ResultsLinks<'form'>;
  /** Manages the changes of a form that are not published. */
  readonly workingCopy: WorkingCopies<'form'>;
  /** Reads and imports the translations of a form. */
  readonly translations: Translations<'form'>;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.submissions = new Submissions(transport);
    this.tickets = new Tickets(transport, 'forms');
    this.resultsLink = new ResultsLinks(transport, 'forms');
    this.workingCopy = new WorkingCopies(transport, 'forms');
    this.translations = new Translations(transport, 'forms');
  }

  /**
   * Creates a form. The ID of the result has the type of the definition, so that submissions and results are typed too.
   *
   * @throws {@link ValidationError} if the definition is invalid.
   *
   * @example
   * const form = await askwell.forms.create({
   *   title: 'Contact',
   *   fields: [{ id: 'email', type: 'email', label: 'Your email', required: true }],
   * });
   */
  create<const D extends FormDefinition>(definition: CheckedForm<D>, options?: CreateOptions): Call<FormOf<D>> {
    return this.#transport.post(['forms'], definition, options);
  }

  /**
   * Lists the forms that the API key has access to, the newest first.
   *
   * @param query Filters, the order and the page size.
   *
   * @example
   * for await (const form of askwell.forms.list({ status: 'open' })) console.log(form.title);
   */
  list(query?: AskQuery, options?: CallOptions): List<FormOf<FormDefinition>> {
    return this.#transport.list(['forms'], query, options);
  }

  /**
   * Returns a form.
   *
   * @throws {@link NotFoundError} if the form does not exist.
   */
  get<D extends FormDefinition = FormDefinition>(id: FormId<D>, options?: CallOptions): Call<FormOf<D>> {
    return this.#transport.get(['forms', id], options);
  }

  /**
   * Updates a form. Fields that `changes` does not contain keep their values. An array replaces the whole array; its items
   * are matched by ID. The ID of the result has the type of the new definition. Use it for the calls that follow.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link ConflictError} if existing answers do not allow the change.
   * @throws {@link PreconditionError} if the form has changed since the version in `ifMatch`.
   *
   * @example
   * await askwell.forms.update(form.id, { status: 'closed' }, { ifMatch: form.version });
   */
  update<D extends FormDefinition = FormDefinition, const C extends FormChangesDefinition = FormChangesDefinition>(
    id: FormId<D>,
    changes: CheckedFormChanges<D, C>,
    options?: UpdateOptions,
  ): Call<FormOf<UpdatedForm<D, C>>> {
    return this.#transport.patch(['forms', id], changes, options);
  }

  /**
   * Copies a form. The copy is a draft with the same definition, without submissions and tickets.
   *
   * @param draft The title and the site of the copy. Default: the title followed by " (copy)", in the same site.
   * @throws {@link NotFoundError} if the form does not exist.
   *
   * @example
   * const copy = await askwell.forms.copy(form.id, { title: 'Next month' });
   */
  copy<D extends FormDefinition = FormDefinition>(
    id: FormId<D>,
    draft: CopyDraft = {},
    options?: CreateOptions,
  ): Call<FormOf<D>> {
    return this.#transport.post(['forms', id, 'copy'], draft, options);
  }

  /**
   * Deletes a form and its submissions.
   *
   * @throws {@link NotFoundError} if the form does not exist.
   */
  delete(id: FormId, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', id], options);
  }

  /**
   * Returns the results of a form, of all submissions or of some.
   *
   * @example
   * const recent = await askwell.forms.results(id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  results<D extends FormDefinition = FormDefinition>(
    id: FormId<D>,
    { where, ...options }: ResultsOptions<SubmissionQuery> = {},
  ): Call<FormResultsOf<D>> {
    return this.#transport.get(['forms', id, 'results'], options, where);
  }

  /**
   * Returns how many visits saw and started a form and sent an answer, and at which fields they stopped.
   *
   * @param period The period, by full days in UTC. Default: all days.
   *
   * @example
   * const { views, completions } = await askwell.forms.funnel(id, { since: '2026-01-01T00:00:00Z' });
   */
  funnel(id: FormId, period?: FunnelPeriod, options?: CallOptions): Call<Funnel> {
    return this.#transport.get(['forms', id, 'funnel'], options, period);
  }

  /**
   * Counts the answers to two questions of a form against each other.
   *
   * @param choice The columns of the questions, and the filter of the submissions.
   * @throws {@link ValidationError} if the columns are not two different questions with options.
   *
   * @example
   * const { columns, rows } = await askwell.forms.crossTable(id, { rows: 'field.age', columns: 'field.member' });
   */
  crossTable(
    id: FormId,
    { where, ...questions }: CrossTableChoice<SubmissionQuery>,
    options?: CallOptions,
  ): Call<CrossTable> {
    return this.#transport.get(['forms', id, 'cross-table'], options, { ...where, ...questions });
  }

  /**
   * Averages the answers to a question of a form: all of them, and those of each day.
   *
   * @param choice The column of the question, and the filter of the submissions.
   * @throws {@link ValidationError} if the answers to the question have no average.
   *
   * @example
   * const { average, days } = await askwell.forms.averages(id, { question: 'field.stars' });
   */
  averages(id: FormId, { where, question }: AveragesChoice<SubmissionQuery>, options?: CallOptions): Call<Averages> {
    return this.#transport.get(['forms', id, 'averages'], options, { ...where, question });
  }

  /**
   * Counts the paths of submissions through the pages, of all submissions or of some.
   *
   * @example
   * const { steps } = await askwell.forms.paths(id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  paths(id: FormId, { where, ...options }: ResultsOptions<SubmissionQuery> = {}): Call<FormPaths> {
    return this.#transport.get(['forms', id, 'paths'], options, where);
  }

  /**
   * Finds what the logic of a form probably does not mean, such as a page that no answers lead to. The form works with it.
   *
   * @param choice Which definition is checked. Default: the published one.
   *
   * @example
   * const { warnings } = await askwell.forms.warnings(id, { definition: 'working_copy' });
   */
  warnings(id: FormId, choice?: WarningsChoice, options?: CallOptions): Call<FormWarnings> {
    return this.#transport.get(['forms', id, 'warnings'], options, choice);
  }
}
