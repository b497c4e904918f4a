import { AskwellError, validationError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Design, PublicPoll } from '../../shared/contract/resources.js';
import { icons } from '../../web/ui/icons.js';
import { pageHeading } from '../components.js';
import { contrastView } from '../design/contrast-view.js';
import { cssReply } from '../design/css-reply.js';
import { designControls, shownAccents } from '../design/design-controls.js';
import { cssSection, type DesignedSite, designColumns } from '../design/design-view.js';
import { readDesign } from '../design/read-design.js';
import { previewPane, previewToolsForm } from '../editor/preview-pane.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import type { SubmittedForm } from '../submitted-form.js';

const labels = ['Friday evening', 'Saturday morning', 'Sunday afternoon'];

/** A poll that shows the design of a site. It is stored nowhere. */
const sampleView: PublicPoll = {
  id: 'poll_sample',
  title: 'When do you have time?',
  description: 'Choose all times that suit you.',
  status: 'draft',
  accepting: false,
  opens_at: null,
  closes_at: null,
  one_per: null,
  allow_change: false,
  anonymous: true,
  results_visibility: 'never',
  after: null,
  words: null,
  // The script of the page shows the chosen design.
  design: null,
  locale: 'en',
  languages: [],
  untranslated: [],
  sign_in_url: null,
  type: 'multiple',
  min_choices: null,
  max_choices: null,
  scale: null,
  style: null,
  labels: null,
  other: true,
  show_others: false,
  shuffle: false,
  results_order: 'asked',
  options: labels.map((label, index) => ({ id: `o${index + 1}`, label, image_url: null, full: false })),
};

/** `/dashboard/sites/{id}/design`: the design that applies to the asks of a site where they do not set their own design. */
export function siteDesignRoutes({ operations: { sites } }: Services, guards: Guards): PageEndpoint[] {
  async function find(request: OwnerRequest): Promise<DesignedSite> {
    const [{ id, name }, design] = await Promise.all([request.run(sites.get, {}), request.run(sites.design.get, {})]);
    return { id, name, design };
  }

  function show(request: OwnerRequest, site: DesignedSite, design: JsonObject, problem?: FormError): PageReply {
    const body = siteDesignView({ base: request.base, site, design, problem });
    const isProblem = problem !== undefined;
    const title = `Design: ${site.name}`;
    return page(
      ownerPage(request, { title, entry: 'sites', body, isProblem, width: 'window', hasWidget: true }),
      problem ?? {},
    );
  }

  async function save(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const site = await find(request);
    const entered = readDesign(form, 'design', draftOf(site.design));
    return showErrors(
      async () => {
        await (isJsonObject(entered) ? saveDesign(request, entered) : request.run(sites.design.delete, {}));
        return seeOther(withNotice(siteDesignPath(request.base, site.id), 'site-design-saved'));
      },
      (problem) => show(request, site, isJsonObject(entered) ? entered : {}, problem),
    );
  }

  /** Saves a design. Its fields have names such as `design.accent`. */
  async function saveDesign(request: OwnerRequest, design: JsonObject): Promise<void> {
    try {
      await request.run(sites.design.update, design);
    } catch (error) {
      if (!(error instanceof AskwellError) || !error.issues) throw error;
      throw validationError(error.issues.map((issue) => ({ ...issue, path: `design.${issue.path}` })));
    }
  }

  return [
    {
      path: '/dashboard/sites/{id}/design',
      get: guards.getAsOwner(async (request) => {
        const site = await find(request);
        return show(request, site, draftOf(site.design));
      }),
      post: guards.postAsOwner(save),
    },
    {
      path: '/dashboard/sites/{id}/design.css',
      get: guards.getAsOwner(async (request) => {
        const { id, design } = await find(request);
        return cssReply(`site-${id}`, design);
      }),
    },
  ];
}

/** Returns a design in the format of the controls. */
function draftOf(design: Design): JsonObject {
  return Object.fromEntries(Object.entries(design).map(([name, value]): [string, JsonValue] => [name, value]));
}

/** The data of the page. */
interface SiteDesignView {
  readonly base: string;
  readonly site: DesignedSite;
  /** The values of the controls: the design of the site, or the input. */
  readonly design: JsonObject;
  readonly problem: FormError | undefined;
}

/** Returns the path of the page. */
function siteDesignPath(base: string, id: number): string {
  return `${base}/dashboard/sites/${id}/design`;
}

/** The design of a site, with a sample that shows it. */
function siteDesignView({ base, site, design, problem }: SiteDesignView): Html {
  const path = siteDesignPath(base, site.id);
  const preview = previewPane({
    base,
    kind: 'poll',
    id: sampleView.id,
    embedded: { poll: sampleView, results: null },
    // A chosen option has the accent color.
    prefill: 'choices=o1',
  });
  const context = { sites: [], earlierFields: [], issues: problem?.issues ?? [] };
  const controls = html`${problem && summary(problem)}${designControls({ context, path: 'design', design, inherited: null })}
${contrastView(shownAccents(design, null))}
${cssSection(site.design, `${path}.css`)}
<div class="actions design-actions"><button class="button primary">Save design</button></div>`;
  return html`<p class="crumb"><a href="${base}/dashboard/sites/${site.id}">${icons.back}<bdi>${site.name}</bdi></a></p>
${pageHeading(html`Design of <bdi>${site.name}</bdi>`, 'For the polls, quizzes and forms of the site, except where they have a design of their own. Published ones change as soon as you save.')}
<form class="form editor-form" method="post" action="${path}" id="site-design">${designColumns(preview, controls)}</form>${previewToolsForm}`;
}

function summary({ issues, message }: FormError): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>${icons.alert}<div><p class="problem-title">${message ?? 'The design was not saved.'}</p><ul>${issues.map(
    ({ path, message: text }) => html`<li><a href="#m-${path.replaceAll('.', '-')}">${text}</a></li>`,
  )}</ul></div></div>`;
}
