import { script, scriptPath, versionPath } from '../../embed/files/widget-files.js';
import { type Html, html } from '../../web/html.js';
import { code } from '../components.js';

/** How a poll, quiz or form comes onto a page of the owner's. */
export function embedding(url: string): Html {
  return html`<section class="section">
<h2>Put a poll on your page</h2>
<p class="help">The script goes into the page once. The element stands where the poll should be, with its id; quizzes and forms have elements of the same sort.</p>
${code('embed', embedTags(url), 'the tags')}
</section>
<section class="section">
<h2>Or insist on one version</h2>
<p class="help">With this tag your page loads the file that stands here now, and no other. Take the new tag after an upgrade of Askwell.</p>
${code('embed-version', versionTag(url), 'the tag')}
</section>`;
}

/** What stands in a page that shows a poll. */
export function embedTags(url: string): string {
  return `<script async src="${url}${scriptPath}"></script>\n<askwell-poll poll-id="poll_…"></askwell-poll>`;
}

/** A browser runs the file only if it has this hash. */
function versionTag(url: string): string {
  return `<script async src="${url}${versionPath}"\n  integrity="${script.integrity}" crossorigin="anonymous"></script>`;
}
