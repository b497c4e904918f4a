import { type Html, html } from '../../base/html.js';
import type { Site } from '../../shared/contract/resources.js';
import { icons } from '../../web/ui/icons.js';
import { actionsColumn, confirm, count, empty, pageHeading, table, time } from '../components.js';
import { type FormField, renderForm } from '../form.js';
import type { FormError } from '../form-error.js';

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', required: true },
  {
    name: 'origins',
    label: 'Allowed origins',
    kind: 'lines',
    help: 'One origin per line, such as https://example.com. Only pages of these origins can send answers. Leave empty to allow all.',
  },
];

type Values = Readonly<Record<string, string>>;

/** All sites and the form to create one. */
export function sitesView(base: string, sites: readonly Site[], values: Values, problem: FormError | undefined): Html {
  const action = `${base}/dashboard/sites`;
  return html`${pageHeading('Sites', 'A site groups the polls, quizzes and forms of one website or app. It can have its own API keys and a list of origins that may send answers.')}
${sites.length === 0 ? noSites : list(base, sites)}
<section class="section" id="create">
<h2>Create a site</h2>
${renderForm({ id: 'site', action, fields, submit: 'Create site', values, problem })}
</section>`;
}

const noSites = empty({
  icon: icons.site,
  title: 'No sites yet',
  text: 'Sites are optional. Create one to separate the API keys and answers of a website from the rest.',
});

const columns = [{ label: 'Name' }, { label: 'Allowed origins' }, { label: 'Created' }, actionsColumn];

function list(base: string, sites: readonly Site[]): Html {
  const rows = sites.map((site) => [
    html`<span class="name">${site.name}</span>`,
    site.origins.length === 0
      ? html`<span class="muted">Any</span>`
      : html`<ul class="plain">${site.origins.map((origin) => html`<li>${origin}</li>`)}</ul>`,
    time(site.created_at),
    html`<a class="button small" href="${base}/dashboard/sites/${site.id}">Edit<span class="unseen"> ${site.name}</span></a> <a class="button small" href="${base}/dashboard/sites/${site.id}/design">Design<span class="unseen"> of ${site.name}</span></a>`,
  ]);
  return table('Your sites', columns, rows);
}

/** The data of the page of a site. */
export interface SiteView {
  readonly base: string;
  readonly site: Site;
  /** The number of keys that are limited to the site. */
  readonly keys: number;
  readonly values: Values;
  readonly problem: FormError | undefined;
}

/** The page of a site: its form and a button to delete it. */
export function siteView({ base, site, keys, values, problem }: SiteView): Html {
  const action = `${base}/dashboard/sites/${site.id}`;
  const back = html`<a class="button" href="${base}/dashboard/sites">Back to sites</a>`;
  return html`<p class="crumb"><a href="${base}/dashboard/sites">Sites</a></p>
${pageHeading(site.name)}
${renderForm({ id: 'site', action, fields, submit: 'Save changes', values, problem, secondaryAction: back })}
<section class="section">
<h2>Design</h2>
<p>The color, font and corners that polls, quizzes and forms of this site have by default.</p>
<p class="actions"><a class="button" href="${action}/design">Edit the design</a></p>
</section>
<section class="section">
<h2>Delete this site</h2>
${keys > 0 ? html`<p>This site has ${count(keys, 'API key', 'API keys')}. <a href="${base}/dashboard/keys">Delete ${keys === 1 ? 'it' : 'them'} first</a>.</p>` : html`<p>Only a site without polls, quizzes and forms can be deleted.</p>`}
${confirm({
  action: `${action}/delete`,
  label: 'Delete site',
  of: site.name,
  question: 'A deleted site cannot be restored.',
  submit: 'Delete site',
})}
</section>`;
}
