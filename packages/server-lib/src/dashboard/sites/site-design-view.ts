import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { icons } from '../../web/ui/icons.js';
import { pageHeading } from '../components.js';
import { contrastView } from '../design/contrast-view.js';
import { designControls, shownAccent } from '../design/design-controls.js';
import { cssSection, type DesignedSite, designColumns } from '../design/design-view.js';
import { previewPane, previewToolsForm } from '../editor/preview-pane.js';
import type { FormError } from '../form-error.js';
import { sampleView } from './sample-view.js';

/** The data of the page. */
export interface SiteDesignView {
  readonly base: string;
  readonly site: DesignedSite;
  /** What the controls show: the design of the site, or what was entered. */
  readonly design: JsonObject;
  readonly problem: FormError | undefined;
}

/** Returns the path of the page. */
export function siteDesignPath(base: string, id: number): string {
  return `${base}/dashboard/sites/${id}/design`;
}

/** The design of a site, with a sample that shows it. */
export function siteDesignView({ base, site, design, problem }: SiteDesignView): Html {
  const path = siteDesignPath(base, site.id);
  const preview = previewPane({
    base,
    kind: 'poll',
    id: sampleView.id,
    embedded: { poll: sampleView, results: null },
    note: 'A sample. Answers are not recorded.',
  });
  const context = { sites: [], earlierFields: [], issues: problem?.issues ?? [] };
  const controls = html`${problem && summary(problem)}${designControls({ context, path: 'design', design, inherited: null })}
${contrastView(shownAccent(design, null))}
<div class="actions"><button class="button primary">Save design</button><a class="button" href="${base}/dashboard/sites">Back to sites</a></div>`;
  return html`<p class="crumb"><a href="${base}/dashboard/sites">Sites</a> / <a href="${base}/dashboard/sites/${site.id}"><bdi>${site.name}</bdi></a></p>
${pageHeading('Design', html`Polls, quizzes and forms of <bdi>${site.name}</bdi> have this design wherever their own is left at Default. Saving changes published ones at once.`)}
<form class="form editor-form" method="post" action="${path}" id="site-design">${designColumns(preview, controls)}</form>${previewToolsForm}
${cssSection(site.design, `${path}.css`)}`;
}

function summary({ issues, message }: FormError): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>${icons.alert}<div><p class="problem-title">${message ?? 'The design was not saved.'}</p><ul>${issues.map(
    ({ path, message: text }) => html`<li><a href="#m-${path.replaceAll('.', '-')}">${text}</a></li>`,
  )}</ul></div></div>`;
}
