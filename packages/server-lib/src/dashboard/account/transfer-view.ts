import { describeConsequences, describeCounts } from '../../api/transfer/describe-plan.js';
import type { ImportPlan } from '../../api/transfer/plan-import.js';
import { type Html, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { type FormField, renderForm } from '../form.js';
import type { FormError } from '../form-error.js';

/** The state of the import form after it was sent. */
export interface TransferForm {
  readonly problem?: FormError;
  readonly imported?: ImportPlan;
  /** The choice of IDs that was sent. */
  readonly ids: string;
}

const fields: readonly FormField[] = [
  {
    name: 'ids',
    label: 'IDs',
    kind: 'choice',
    choices: [
      { value: 'keep', label: 'Keep the IDs of the file' },
      { value: 'renew', label: 'Create new IDs' },
    ],
    help: 'Keep IDs when you move to another server. Create new ones to copy what exists here.',
    required: true,
  },
  {
    name: 'file',
    label: 'Export file',
    kind: 'file',
    help: 'At most 64 MiB. For larger files, use “askwell import” on the server.',
    required: true,
  },
];

/** The section with the export of an account, and the import of one. */
export function transferSection(base: string, { problem, imported, ids }: TransferForm = { ids: 'keep' }): Html {
  return html`<section class="section">
<h2>Export and import</h2>
<p>The export is a file with your sites, webhooks, polls, quizzes and forms, with all answers, notes and tickets. It contains personal data of your visitors. API keys, secrets of webhooks, results links, passwords and sessions are not part of it.</p>
<p class="actions"><a class="button" href="${base}/dashboard/account/export" download>Download export</a></p>
${imported && importedNotice(imported)}
<details class="reveal"${problem && html` open`}>
<summary class="button">Import a file</summary>
${renderForm({
  id: 'import',
  action: `${base}/dashboard/account/import`,
  fields,
  submit: 'Import',
  values: { ids },
  problem,
})}
</details>
</section>`;
}

function importedNotice(plan: ImportPlan): Html {
  const sentences = [`Imported ${describeCounts(plan.counts)}.`, ...describeConsequences(plan)];
  return html`<p class="notice" role="status">${icons.done}<span>${sentences.join(' ')}</span></p>`;
}
