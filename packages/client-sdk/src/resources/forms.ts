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

/** Forms ask fields of many types, and sum up what came in. */
export class Forms {
  readonly #transport: Transport;
  /** What visitors answered. */
  readonly submissions: Submissions;
  /** Codes that answer once each. */
  readonly tickets: Tickets;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.submissions = new Submissions(transport);
    this.tickets = new Tickets(transport, 'forms');
  }

  /** Makes a form. What its submissions may be follows from the definition, and its id knows. */
  create<const D extends FormDefinition>(definition: CheckedForm<D>, options?: CreateOptions): Call<FormOf<D>> {
    return this.#transport.post(['forms'], definition, options);
  }

  /** All forms that the key opens, or those that the query names; the newest first. */
  list(query?: AskQuery, options?: CallOptions): List<FormOf<FormDefinition>> {
    return this.#transport.list(['forms'], query, options);
  }

  /** One form, as its owner reads it. */
  get<D extends FormDefinition = FormDefinition>(id: IdOf<D>, options?: CallOptions): Call<FormOf<D>> {
    return this.#transport.get(['forms', id], options);
  }

  /** Changes what is given and leaves the rest. A list is replaced as a whole; what stays in it goes by its id. */
  update<D extends FormDefinition = FormDefinition>(
    id: IdOf<D>,
    changes: Immutable<FormChanges>,
    options?: UpdateOptions,
  ): Call<FormOf<D>> {
    return this.#transport.patch(['forms', id], changes, options);
  }

  /** Deletes it with its submissions. */
  delete(id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', id], options);
  }

  /** What the submissions add up to. */
  results<D extends FormDefinition = FormDefinition>(id: IdOf<D>, options?: CallOptions): Call<FormResultsOf<D>> {
    return this.#transport.get(['forms', id, 'results'], options);
  }
}
