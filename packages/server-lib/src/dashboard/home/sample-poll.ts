import { type Html, html } from '../../base/html.js';
import { optionId, sample, sampleId, samplePath } from '../../web/sample/sample-poll.js';

/** The sample poll: the widget, with an equivalent plain form until the widget loads or if JavaScript is off. */
export function samplePoll(base: string): Html {
  const server = `${base}${samplePath}`;
  const options = sample.options.map(
    (label, index) =>
      html`<li><label><input type="radio" name="choices" value="${optionId(index)}" required>${label}</label></li>`,
  );
  return html`<figure class="sample">
<askwell-poll server="${server}" poll-id="${sampleId}">
<form method="post" action="${server}/api/v1/polls/${sampleId}/votes">
<fieldset><legend><h2>${sample.title}</h2></legend><ul>${options}</ul></fieldset>
<p class="actions"><button class="button primary">Vote</button><a class="button" href="${server}/p/${sampleId}">Show results</a></p>
</form>
</askwell-poll>
<figcaption>A working sample. Its votes are kept in memory and are reset when the server restarts.</figcaption>
</figure>`;
}
