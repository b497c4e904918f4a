import { afterAll, beforeAll } from 'vitest';
import { AskwellError } from '../../../src/base/errors.js';
import type { HostedAccount } from '../../../src/index.js';
import type { Field, FormDraft, SubmissionReceipt } from '../../../src/shared/contract/resources.js';
import { evaluateForm, type LogicItem } from '../../../src/shared/logic/evaluate-form.js';
import { hasInput } from '../../../src/shared/logic/form-pages.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';

/** What a visitor of a form gets. */
export interface VisitorOutcome {
  /** The IDs of the fields that the visitor sees, without pages. Empty if the submission is refused. */
  readonly fields: readonly string[];
  /** The options and rows that these fields do not show, such as `contact.sms`. */
  readonly hidden: readonly string[];
  /** The answers that count. */
  readonly answers: object;
  readonly variables: Readonly<Record<string, number | string>>;
  /** The ID of the ending, or null. */
  readonly ending: string | null;
  /** Where the visitor goes after the form, or null. */
  readonly url: string | null;
  /** What the visitor reads at the end. If the submission is refused: the status, and the fields with faults or the code. */
  readonly reads: string;
}

/** A form in which visitors answer. */
export interface VisitedForm {
  readonly id: string;
  /** Submits answers as the visitor's browser does, and returns what the visitor gets. */
  visit(answers: object): Promise<VisitorOutcome>;
}

/** Starts an instance for all tests of a file, on 31 January 2026. */
export function useFormVisits() {
  const start = Date.UTC(2026, 0, 31, 9);
  const today = '2026-01-31';
  let looks = 0;
  let server: TestServer;
  let account: HostedAccount;
  beforeAll(async () => {
    server = await startService({ clock: () => start + looks++ / 1_000 });
    account = await server.askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
  });
  afterAll(() => server.close());

  async function visit(id: string, answers: object): Promise<VisitorOutcome> {
    const { forms } = server.askwell;
    let receipt: SubmissionReceipt;
    try {
      receipt = await forms.submissions.create(id, { answers: { ...answers } });
    } catch (error) {
      if (!(error instanceof AskwellError)) throw error;
      return { fields: [], hidden: [], answers: {}, variables: {}, ending: null, url: null, reads: refusal(error) };
    }
    const submission = await forms.submissions.get(account, id, receipt.id);
    const { shown, shows } = evaluateForm(await forms.get(account, id), submission.answers, today);
    const visible = shown.filter((field) => hasInput(field) || field.type === 'heading');
    return {
      fields: visible.map((field) => field.id),
      hidden: visible.flatMap((field) =>
        itemsOf(field)
          .filter((item) => !shows(field, item))
          .map((item) => `${field.id}.${item.id}`),
      ),
      answers: submission.answers,
      variables: submission.variables,
      ending: submission.ending,
      url: receipt.redirect_url,
      reads: wordsAtEnd(receipt),
    };
  }

  return {
    get server() {
      return server;
    },
    get account() {
      return account;
    },
    async create(draft: FormDraft): Promise<VisitedForm> {
      const { id } = await server.askwell.forms.create(account, draft);
      return { id, visit: (answers) => visit(id, answers) };
    },
  };
}

function itemsOf(field: Field): readonly LogicItem[] {
  return [...('options' in field ? field.options : []), ...('rows' in field ? field.rows : [])];
}

/** Returns the texts at the end without the isolates around values. */
function wordsAtEnd({ ending, message }: SubmissionReceipt): string {
  const texts = ending ? [ending.title, ending.text] : [message];
  return texts
    .flatMap((text) => text ?? [])
    .join(' ')
    .replace(/[\u2060\u2068\u2069]/g, '');
}

function refusal({ status, code, errors }: AskwellError): string {
  const fields = Object.keys(errors ?? {}).map((path) => path.replace('answers.', ''));
  return `${status} ${fields.length > 0 ? `for ${fields.join(', ')}` : code}`;
}
