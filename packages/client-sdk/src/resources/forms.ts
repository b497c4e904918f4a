import type { FormChanges } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { CheckedForm, FormDefinition, FormOf, FormResultsOf } from '../definitions/form.js';
import type { Immutable } from '../definitions/immutable.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import type { AskQuery } from './queries.js';
import { Submissions } from './submissions.js';
import { Tickets } from './tickets.js';

/** Manages forms: fields of many types, and submissions. */
export class Forms {
  readonly #transport: Transport;
  /** Manages the submissions of a form. */
  readonly submissions: Submissions;
  /** Manages the tickets of a form with `one_per: 'ticket'`. */
  readonly tickets: Tickets;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.submissions = new Submissions(transport);
    this.tickets = new Tickets(transport, 'forms');
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
  get<D extends FormDefinition = FormDefinition>(id: IdOf<D>, options?: CallOptions): Call<FormOf<D>> {
    return this.#transport.get(['forms', id], options);
  }

  /**
   * Updates a form. Fields that `changes` does not contain keep their values. An array replaces the whole array; its items
   * are matched by ID.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link ConflictError} if existing answers do not allow the change.
   * @throws {@link PreconditionError} if the form has changed since the version in `ifMatch`.
   *
   * @example
   * await askwell.forms.update(form.id, { status: 'closed' }, { ifMatch: form.version });
   */
  update<D extends FormDefinition = FormDefinition>(
    id: IdOf<D>,
    changes: Immutable<FormChanges>,
    options?: UpdateOptions,
  ): Call<FormOf<D>> {
    return this.#transport.patch(['forms', id], changes, options);
  }

  /**
   * Deletes a form and its submissions.
   *
   * @throws {@link NotFoundError} if the form does not exist.
   */
  delete(id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', id], options);
  }

  /** Returns the results of a form. */
  results<D extends FormDefinition = FormDefinition>(id: IdOf<D>, options?: CallOptions): Call<FormResultsOf<D>> {
    return this.#transport.get(['forms', id, 'results'], options);
  }
}
