import { z } from 'zod';
import { AskwellError, validationError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import type { PageReply } from '../../http/exchange.js';
import { canonicalOrigin } from '../../http/origin.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Site } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { actionsColumn, confirm, pageHeading, table } from '../components.js';
import { forOwners } from '../editor/owner-faults.js';
import { type FormField, problemBox, renderForm } from '../form.js';
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

const columns = [{ label: 'Name' }, { label: 'Web addresses' }, actionsColumn];

const noFields = z.strictObject({});
const siteForm = z.strictObject({ name: formText, origins: formText.optional() });

/** `/dashboard/sites`: list, create, edit and delete sites. */
export function siteRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { sites } = services.operations;

  async function showAll(request: OwnerRequest, form: SubmittedForm, problem?: FormError): Promise<PageReply> {
    const body = sitesView(request.base, await allSites(services, request), form.values, problem);
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'Sites', entry: 'sites', body, isProblem }), problem ?? {});
  }

  async function showOne(
    request: OwnerRequest,
    site: Site,
    values: SubmittedForm['values'],
    problems: SiteProblems = {},
  ): Promise<PageReply> {
    const keys = (await request.run(services.sessionOperations.keys.list, {})).filter((key) => key.site_id === site.id);
    const body = siteView({ base: request.base, site, keys: keys.map(({ name }) => name), values, ...problems });
    const problem = problems.saving ?? problems.deletion;
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
          (saving) => showOne(request, site, form.values, { saving }),
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
          (deletion) => showOne(request, site, valuesOf(site), { deletion }),
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

/** Names the address in each message, because the form has no field for a path such as `origins.3`. */
function nameOrigins(issues: readonly Issue[], origins: readonly string[]): Issue[] {
  return issues.map(forOwners).map((issue) => {
    const origin = origins[Number(/^origins\.(\d+)$/.exec(issue.path)?.[1])];
    return origin === undefined ? issue : { ...issue, message: originAdvice(origin, issue) };
  });
}

/** Returns which address has a fault, and what to enter instead. */
function originAdvice(origin: string, { code, message }: Issue): string {
  const start = canonicalOrigin(/^[^:]+:\/\/[^/?#]+/.exec(origin)?.[0] ?? '');
  if (code !== 'invalid_origin') return `“${origin}”: ${message}`;
  if (start !== undefined) return `Shorten “${origin}” to ${start}`;
  if (!origin.includes('://')) return `“${origin}” has no https://. Enter an address such as https://example.com`;
  return `“${origin}”: ${message}`;
}

type Values = Readonly<Record<string, string>>;

/** All sites and the form to create one. */
function sitesView(base: string, sites: readonly Site[], values: Values, problem: FormError | undefined): Html {
  const action = `${base}/dashboard/sites`;
  return html`${pageHeading('Sites', 'A site groups the polls, quizzes and forms of one website or app, and says which web addresses may show them.')}
${sites.length > 0 && list(base, sites)}
<section class="section" id="create">
<h2>Create a site</h2>
${sites.length === 0 && html`<p class="help">You have no sites yet. They are optional: create one to keep the polls, quizzes and forms of a website apart from the others.</p>`}
${renderForm({ id: 'site', action, fields, submit: 'Create site', values, problem })}
</section>`;
}

function list(base: string, sites: readonly Site[]): Html {
  const rows = sites.map((site) => [
    html`<a class="name" href="${base}/dashboard/sites/${site.id}">${site.name}</a>`,
    site.origins.length === 0
      ? html`<span class="muted">Any website</span>`
      : html`<ul class="plain">${site.origins.map((origin) => html`<li>${origin}</li>`)}</ul>`,
    html`<a class="button small" href="${base}/dashboard/sites/${site.id}/design">Design<span class="unseen"> of ${site.name}</span></a>`,
  ]);
  return table('Your sites', columns, rows, 'dense');
}

/** The errors of the forms of a site. */
interface SiteProblems {
  readonly saving?: FormError;
  readonly deletion?: FormError;
}

/** The data of the page of a site. */
interface SiteView extends SiteProblems {
  readonly base: string;
  readonly site: Site;
  /** The names of the keys that are limited to the site. */
  readonly keys: readonly string[];
  readonly values: Values;
}

/** The page of a site: its form and a button to delete it. */
function siteView({ base, site, keys, values, saving, deletion }: SiteView): Html {
  const action = `${base}/dashboard/sites/${site.id}`;
  const obstacle = keys.length > 0 && keysOf(base, keys);
  return html`<p class="crumb"><a href="${base}/dashboard/sites">${icons.back}<span>Sites</span></a></p>
${pageHeading(site.name)}
${renderForm({ id: 'site', action, fields, submit: 'Save changes', values, problem: saving })}
<section class="section">
<h2>Design</h2>
<p>The color, font and corners that polls, quizzes and forms of this site have by default.</p>
<p class="actions"><a class="button" href="${action}/design">Edit the design</a></p>
</section>
<section class="section">
<h2>Delete this site</h2>
${deletion ? problemBox('The site was not deleted.', html`<p>${obstacle || deletion.message}</p>`) : html`<p>${obstacle || 'Only a site without polls, quizzes and forms can be deleted.'}</p>`}
${
  !obstacle &&
  confirm({
    action: `${action}/delete`,
    label: 'Delete site',
    of: site.name,
    question: 'A deleted site cannot be restored.',
    submit: 'Delete site',
  })
}
</section>`;
}

/** The API keys that prevent the deletion of a site. */
function keysOf(base: string, names: readonly string[]): Html {
  const list = names.map((name) => `“${name}”`).join(', ');
  return html`This site has the API ${names.length === 1 ? 'key' : 'keys'} ${list}. <a href="${base}/dashboard/keys">Delete the ${names.length === 1 ? 'key' : 'keys'} first</a>.`;
}
