import { type HtmlPart, html } from '../../base/html.js';
import { kindNames } from '../home/ask-frame.js';
import { elementTag, embedTags, scriptTag, versionedScript } from '../home/embed-tags.js';
import { plainForm } from './plain-form.js';
import type { ShareContext } from './share-context.js';

/** A way to put an ask on a website. */
export interface EmbedWay {
  readonly id: string;
  readonly title: string;
  readonly help: HtmlPart;
  readonly steps: readonly { readonly title?: string; readonly code: string; readonly what: string }[];
}

/** Returns the ways to embed an ask, the simplest one first. */
export function embedWays(context: ShareContext): EmbedWay[] {
  const { serverUrl: url, ask } = context;
  const { kind, id } = ask;
  const form = kind === 'form' ? plainForm(context) : null;
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
