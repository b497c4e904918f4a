import { script, scriptPath, versionPath } from '../../embed/files/widget.js';
import { type Html, html } from '../../web/html.js';
import { code } from '../pieces.js';

/** How a poll, quiz or form comes onto a page of the owner's. */
export function embedding(url: string): Html {
  return html`<section class="section">
<h2>Put a poll on your page</h2>
<p class="help">The script goes into the page once. The element stands where the poll should be, with its id; quizzes and forms have elements of the same sort.</p>
${code('embed', embedTags(url), 'the tags')}
<p class="help">Your page can also insist on this very version. Take the new tag from here after each upgrade of Askwell.</p>
${code('embed-version', versionTag(url), 'the tag')}
</section>`;
}

function embedTags(url: string): string {
  return `<script async src="${url}${scriptPath}"></script>\n<askwell-poll poll-id="poll_…"></askwell-poll>`;
}

/** A browser runs the file only if it has this hash. */
function versionTag(url: string): string {
  return `<script async src="${url}${versionPath}"\n  integrity="${script.integrity}" crossorigin="anonymous"></script>`;
}
