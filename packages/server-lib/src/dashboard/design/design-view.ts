import { type Html, html } from '../../base/html.js';
import { resolveDesign } from '../../owners/sites/site-design.js';
import type { Design } from '../../shared/contract/resources.js';
import { code } from '../components.js';
import { partOf } from '../editor/definition-parts.js';
import { type DefinitionView, editorForm, editorNotes, saveButton } from '../editor/definition-view.js';
import { previewPane, previewToolsForm } from '../editor/preview-pane.js';
import { editorFormId } from '../editor/publish-actions.js';
import { objectOf, renderMembers } from '../editor/render-member.js';
import { askPath } from '../home/ask-path.js';
import { contrastView } from './contrast-view.js';
import { shownAccents } from './design-controls.js';
import { designCss } from './design-css.js';
import { validDesign } from './valid-design.js';

/** A site with its design, which applies to its asks where they do not set their own design. */
export interface DesignedSite {
  readonly id: number;
  readonly name: string;
  readonly design: Design;
}

/** The data of the tab. */
export interface DesignView extends DefinitionView {
  /** The site of the ask. */
  readonly site: DesignedSite | null;
}

/** The action of the button that makes the design the default of the site. */
export const useForSite = 'use-for-site';

/** The tab: the controls of the design beside the preview, the contrast, and other actions for the design. */
export function designView(view: DesignView): Html {
  const { base, ask, copy, review, site } = view;
  const inherited = site?.design ?? null;
  const design = objectOf(copy.draft['design']);
  const context = { sites: [], earlierFields: [], issues: review.issues, siteDesign: inherited };
  const controls = renderMembers(context, partOf(ask.kind, 'design').members, copy.draft, '');
  const { embedded } = review;
  const preview = previewPane({
    base,
    kind: ask.kind,
    id: ask.id,
    embedded,
    sharePath: askPath(base, ask.id, 'share'),
  });
  const css = cssSection(resolveDesign(validDesign(design), inherited), `${askPath(base, ask.id, 'design')}.css`);
  return html`${editorNotes(view)}${editorForm(
    view,
    'design',
    designColumns(
      preview,
      html`${lead(view)}${controls}${contrastView(shownAccents(design, inherited))}${css}${saveButton}`,
    ),
  )}${previewToolsForm}
${site && siteSection(base, site)}`;
}

/** The preview, and beside it the controls that change the design. */
export function designColumns(preview: Html, controls: Html): Html {
  return html`<div class="editor design-editor"><section class="canvas" id="canvas" aria-label="Preview">${preview}</section>
<section class="inspector" id="inspector" aria-label="Design">${controls}</section></div>`;
}

function lead({ base, site }: DesignView): Html {
  return site
    ? html`<p class="help">Settings left at “Default” follow the design of <a href="${base}/dashboard/sites/${site.id}/design"><bdi>${site.name}</bdi></a>.</p>`
    : html`<p class="help">Settings left at “Default” follow the look of Askwell and the font of the page.</p>`;
}

function siteSection(base: string, { id, name }: DesignedSite): Html {
  return html`<section class="section stacked" id="site-design">
<h2>Use it for the whole site</h2>
<p class="help">Polls, quizzes and forms of <bdi>${name}</bdi> use this design for every setting that is Default. Published ones change immediately.</p>
<p class="actions"><button class="button" form="${editorFormId}" name="do" value="${useForSite}" data-leaves>Use this design for all of <bdi>${name}</bdi></button><a class="button" href="${base}/dashboard/sites/${id}/design">Open the design of the site</a></p>
</section>`;
}

/** The design as a style sheet to copy or to download. */
export function cssSection(design: Design | null, download: string): Html {
  return html`<details class="design-css" id="css"><summary class="button small">Copy as CSS</summary>
<p class="help">The design is applied wherever this is embedded. These properties give all polls, quizzes and forms of a page the same look, and override their designs.</p>
${code('design-css', designCss(design), 'the style sheet')}
<p><a href="${download}" download>Download as a file<span class="unseen"> (CSS)</span></a></p>
</details>`;
}
