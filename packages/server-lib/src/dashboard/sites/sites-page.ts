import { z } from 'zod';
import { AskwellError, validationError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Site } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { actionsColumn, confirm, count, empty, pageHeading, table, time } from '../components.js';
import { forOwners } from '../editor/owner-faults.js';
import { type FormField, renderForm } from '../form.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { type Notice, withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, formText } from '../read-form.js';
import { emptyForm, type SubmittedForm } from '../submitted-form.js';
import { allSites } from './all-sites.js';

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', required: true, missing: 'Enter a name.' },
  {
    name: 'origins',
    label: 'Web addresses',
    kind: 'lines',
    help: 'Where your pages are, one address on each line, such as https://shop.example.com. Only these pages can show your polls, quizzes and forms. Leave empty to allow all websites.',
  },
];

const noSites = empty({
  icon: icons.site,
  title: 'No sites yet',
  text: 'Sites are optional. Create one to separate the API keys and answers of a website from the rest.',
});

const columns = [{ label: 'Name' }, { label: 'Web addresses' }, { label: 'Created' }, actionsColumn];

const noFields = z.strictObject({});
const siteForm = z.strictObject({ name: formText, origins: formText.optional() });

/** `/dashboard/sites`: list, create, edit and delete sites. */
export function siteRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { sites } = services.operations;

  async function showAll(request: OwnerRequest, form: SubmittedForm, problem?: FormError): Promise<Reply> {
    const body = sitesView(request.base, await allSites(services, request), form.values, problem);
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Sites', entry: 'sites', body, isProblem }), problem ?? {});
  }

  async function showOne(
    request: OwnerRequest,
    site: Site,
    values: SubmittedForm['values'],
    problem?: FormError,
  ): Promise<Reply> {
    const keys = (await request.run(services.sessionOperations.keys.list, {})).filter((key) => key.site_id === site.id);
    const body = siteView({ base: request.base, site, keys: keys.length, values, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: site.name, entry: 'sites', body, isProblem }), problem ?? {});
  }

  const showAllAfter = ({ base }: OwnerRequest, notice: Notice) =>
    seeOther(withNotice(`${base}/dashboard/sites`, notice));

  return [
    {
      path: '/dashboard/sites',
      get: guards.getAsOwner((request) => showAll(request, emptyForm)),
      post: guards.postAsOwner((request, form) =>
        showErrors(
          async () => {
            await saveSite(form, (site) => request.run(sites.create, site));
            return showAllAfter(request, 'site-created');
          },
          (problem) => showAll(request, form, problem),
        ),
      ),
    },
    {
      path: '/dashboard/sites/{id}',
      get: guards.getAsOwner(async (request) => {
        const site = await request.run(sites.get, {});
        return showOne(request, site, valuesOf(site));
      }),
      post: guards.postAsOwner(async (request, form) => {
        const site = await request.run(sites.get, {});
        return showErrors(
          async () => {
            await saveSite(form, (changes) => request.run(sites.update, changes));
            return showAllAfter(request, 'site-saved');
          },
          (problem) => showOne(request, site, form.values, problem),
        );
      }),
    },
    {
      path: '/dashboard/sites/{id}/delete',
      post: guards.postAsOwner(async (request, form) => {
        const site = await request.run(sites.get, {});
        return showErrors(
          async () => {
            await request.run(sites.delete, checkForm(noFields, form));
            return showAllAfter(request, 'site-deleted');
          },
          (problem) => showOne(request, site, valuesOf(site), problem),
        );
      }),
    },
  ];
}

/** Returns the values of the form of a site. */
function valuesOf({ name, origins }: Site): SubmittedForm['values'] {
  return { name, origins: origins.join('\n') };
}

/** Saves the site that a form has sent. Origins are separated by line breaks, spaces or commas. */
async function saveSite(
  form: SubmittedForm,
  save: (site: { name: string; origins: string[] }) => Promise<Site>,
): Promise<void> {
  const { name, origins: text = '' } = checkForm(siteForm, form);
  const origins = text.split(/[\s,]+/).filter(Boolean);
  try {
    await save({ name, origins });
  } catch (error) {
    throw error instanceof AskwellError && error.issues ? validationError(nameOrigins(error.issues, origins)) : error;
  }
}

/** Adds the address to each message, because the form has no field for a path such as `origins.3`. */
function nameOrigins(issues: readonly Issue[], origins: readonly string[]): Issue[] {
  return issues.map(forOwners).map((issue) => {
    const origin = origins[Number(/^origins\.(\d+)$/.exec(issue.path)?.[1])];
    return origin === undefined ? issue : { ...issue, message: `${origin}: ${issue.message}` };
  });
}

type Values = Readonly<Record<string, string>>;

/** All sites and the form to create one. */
function sitesView(base: string, sites: readonly Site[], values: Values, problem: FormError | undefined): Html {
  const action = `${base}/dashboard/sites`;
  return html`${pageHeading('Sites', 'A site groups the polls, quizzes and forms of one website or app. It can have its own API keys and the list of web addresses that may show them.')}
${sites.length === 0 ? noSites : list(base, sites)}
<section class="section" id="create">
<h2>Create a site</h2>
${renderForm({ id: 'site', action, fields, submit: 'Create site', values, problem })}
</section>`;
}

function list(base: string, sites: readonly Site[]): Html {
  const rows = sites.map((site) => [
    html`<span class="name">${site.name}</span>`,
    site.origins.length === 0
      ? html`<span class="muted">Any website</span>`
      : html`<ul class="plain">${site.origins.map((origin) => html`<li>${origin}</li>`)}</ul>`,
    time(site.created_at),
    html`<a class="button small" href="${base}/dashboard/sites/${site.id}">Edit<span class="unseen"> ${site.name}</span></a> <a class="button small" href="${base}/dashboard/sites/${site.id}/design">Design<span class="unseen"> of ${site.name}</span></a>`,
  ]);
  return table('Your sites', columns, rows, 'dense');
}

/** The data of the page of a site. */
interface SiteView {
  readonly base: string;
  readonly site: Site;
  /** The number of keys that are limited to the site. */
  readonly keys: number;
  readonly values: Values;
  readonly problem: FormError | undefined;
}

/** The page of a site: its form and a button to delete it. */
function siteView({ base, site, keys, values, problem }: SiteView): Html {
  const action = `${base}/dashboard/sites/${site.id}`;
  const back = html`<a class="button" href="${base}/dashboard/sites">Back to sites</a>`;
  return html`<p class="crumb"><a href="${base}/dashboard/sites">${icons.back}<span>Sites</span></a></p>
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
