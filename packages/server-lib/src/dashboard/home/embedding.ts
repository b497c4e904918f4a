import { type Html, html } from '../../base/html.js';
import { code } from '../components.js';
import { embedTags, versionedScript } from './embed-tags.js';

/** The ID of a poll in examples for owners without one. */
export const pollPlaceholder = 'poll_…';

/** Instructions to embed a poll, quiz or form in a web page. */
export function embedding(url: string, poll = pollPlaceholder): Html {
  return html`<section class="section">
<h2>Embed a poll</h2>
<p class="help">Add the script to your page once. Put the element, with the ID of the poll, where the poll should appear. For quizzes and forms, use <code>askwell-quiz</code> and <code>askwell-form</code>.</p>
${code('embed', embedTags(url, 'poll', poll), 'the tags')}
</section>
<section class="section">
<h2>Pin the version of the script</h2>
<p class="help">With this tag, browsers load only the current version of the script. Copy the new tag after you upgrade Askwell.</p>
${code('embed-version', versionedScript(url), 'the tag')}
</section>`;
}
