import { type Html, type HtmlPart, html } from '../../base/html.js';
import { elementTag, embedTags, scriptTag, versionedScript } from '../home/embed-tags.js';
import { kindNames } from '../kind-names.js';
import type { PrefillInput } from './prefill-inputs.js';
import type { ShareContext } from './share-context.js';

/** The largest number of inputs and choices in the code. */
const maxControls = 500;
/** The largest number of choices that are shown without a list to open. */
const maxRadios = 7;

/** A way to put an ask on a website. */
export interface EmbedWay {
  readonly id: string;
  readonly title: string;
  readonly help: HtmlPart;
  readonly steps: readonly { readonly title?: string; readonly code: string; readonly what: string }[];
}

/** Returns the ways to embed an ask, the simplest one first. */
export function embedWays(context: ShareContext): EmbedWay[] {
  const { serverUrl: url, ask, questions } = context;
  const { kind, id } = ask;
  const form = questions.visitorInputs ? plainForm(context, questions.visitorInputs) : null;
  return [
    {
      id: 'tags',
      title: 'HTML',
      help: 'Add the script to your page once. Put the element where the content should appear.',
      steps: [{ code: embedTags(url, kind, id), what: 'the tags' }],
    },
    {
      id: 'version',
      title: 'HTML, pinned version',
      help: 'Browsers load only the current version of the script. Copy the new tag after you upgrade Askwell.',
      steps: [{ code: `${versionedScript(url)}\n${elementTag(kind, id)}`, what: 'the tags of the pinned version' }],
    },
    {
      id: 'cms',
      title: 'CMS and website builders',
      help: html`For editors that remove unknown tags. Add the script to the template of your site, and the <code>div</code> to the page.`,
      steps: [{ code: `${scriptTag(url)}\n<div data-askwell="${id}"></div>`, what: 'the tags for a CMS' }],
    },
    popup(url, context),
    ...components(url, context),
    ...(form === null
      ? []
      : [
          {
            id: 'plain',
            title: 'Plain HTML form',
            help: 'Works without scripts. After the answer, visitors see the hosted page or the address that is set for it.',
            steps: [{ code: form, what: 'the HTML form' }],
          },
        ]),
  ];
}

function popup(url: string, { ask: { kind, id } }: ShareContext): EmbedWay {
  const name = `askwell-${kind}`;
  const markup = `${scriptTag(url)}
<button type="button" command="show-modal" commandfor="${name}">Open the ${kind}</button>
<dialog id="${name}" aria-label="${kindNames[kind]}">
  ${elementTag(kind, id)}
  <form method="dialog"><button>Close</button></form>
</dialog>`;
  const script = `if (!('command' in HTMLButtonElement.prototype)) {
  const button = document.querySelector('[commandfor="${name}"]');
  button.addEventListener('click', () => document.getElementById('${name}').showModal());
}`;
  return {
    id: 'popup',
    title: 'Popup',
    help: 'A button opens a dialog. It needs no script of your own, so it works with a strict Content-Security-Policy.',
    steps: [
      { code: markup, what: 'the tags of the popup' },
      {
        title: 'For browsers from before 2026, add these lines to a script file of your site:',
        code: script,
        what: 'the script of the popup',
      },
    ],
  };
}

function components(url: string, { ask: { kind, id } }: ShareContext): EmbedWay[] {
  const name = kindNames[kind];
  const component = `Askwell${name}`;
  const install = { code: 'npm install @askwell/widget', what: 'the command' };
  const help = 'Install the package, and use the component.';
  const react = `'use client';
import { ${component} } from '@askwell/widget/react';

export default function ${name}() {
  return <${component} ${kind}Id="${id}" server="${url}" />;
}`;
  const vue = `<script setup lang="ts">
import { ${component} } from '@askwell/widget/vue';
</script>

<template>
  <${component} ${kind}-id="${id}" server="${url}" />
</template>`;
  const svelte = `<script lang="ts">
import { ${component} } from '@askwell/widget/svelte';
</script>

<${component} ${kind}Id="${id}" server="${url}" />`;
  return [['react', 'React', react] as const, ['vue', 'Vue', vue] as const, ['svelte', 'Svelte', svelte] as const].map(
    ([key, title, code]) => ({
      id: key,
      title,
      help,
      steps: [
        { ...install, what: `${install.what} for ${title}` },
        { code, what: `the component for ${title}` },
      ],
    }),
  );
}

/** Returns the code of an HTML form that works without scripts; null if it would be too long. */
function plainForm({ serverUrl, ask, tickets }: ShareContext, inputs: readonly PrefillInput[]): string | null {
  if (inputs.reduce((sum, { choices = [] }) => sum + 1 + choices.length, 0) > maxControls) return null;
  const action = `${serverUrl}/api/v1/${ask.plural}/${ask.id}/${ask.answersName}`;
  const ticket = tickets && html`  <label>Ticket <input name="ticket" required></label>\n`;
  const code = html`<form method="post" action="${action}">
${inputs.map((input) => html`${control(input)}\n`)}${ticket}  <button>Send</button>
</form>`;
  return code.markup;
}

function control(input: PrefillInput): Html {
  const { name, type, choices = [], required, isHidden } = input;
  const label = labelOf(input);
  const must = required && html` required`;
  if (isHidden) return html`  <input type="hidden" name="${name}" value="">`;
  switch (type) {
    case 'one':
      if (input.isList || choices.length > maxRadios || input.group !== undefined) return list(input, must);
      return choiceGroup(label, name, 'radio', choices, must);
    case 'many':
      return choiceGroup(label, name, 'checkbox', choices, null);
    case 'tick':
      return html`  <label><input type="checkbox" name="${name}" value="true"${must}> ${label}</label>`;
    case 'long':
      return html`  <label>${label} <textarea name="${name}"${must}></textarea></label>`;
    case 'url':
      // Browsers refuse an address without its scheme in an input of the type `url`.
      return html`  <label>${label} <input type="text" inputmode="url" name="${name}"${must}></label>`;
    default:
      return html`  <label>${label} <input type="${type}" name="${name}"${type === 'number' && html` step="any"`}${must}></label>`;
  }
}

function labelOf({ group, label }: PrefillInput): string {
  return group === undefined ? label : `${group}: ${label}`;
}

function list(input: PrefillInput, must: Html | false | undefined): Html {
  const options = input.choices?.map(({ value, label }) => html`\n    <option value="${value}">${label}</option>`);
  return html`  <label>${labelOf(input)} <select name="${input.name}"${must}>
    <option value=""></option>${options}
  </select></label>`;
}

function choiceGroup(
  legend: string,
  name: string,
  type: 'radio' | 'checkbox',
  choices: NonNullable<PrefillInput['choices']>,
  must: Html | false | undefined | null,
): Html {
  const inputs = choices.map(
    ({ value, label }) =>
      html`\n    <label><input type="${type}" name="${name}" value="${value}"${must}> ${label}</label>`,
  );
  return html`  <fieldset>
    <legend>${legend}</legend>${inputs}
  </fieldset>`;
}
