import { html } from '../../base/html.js';
import type { Guide, GuideStep, GuideValues } from './guide.js';

/** How to render asks on a server, and how to mount Askwell in an app. */
export const serverGuide: Guide = {
  name: 'server-rendering',
  title: 'Server rendering',
  summary: 'Render a poll on your server, in Next.js, Nuxt, SvelteKit or any other framework.',
  steps: serverSteps,
};

function serverSteps({ url, poll }: GuideValues): GuideStep[] {
  return [
    {
      id: 'next',
      title: 'Next.js',
      text: html`Run <code>npm install @askwell/widget</code>. A server component can render the component as long as it passes no functions.`,
      code: `import { AskwellPoll } from '@askwell/widget/react';

export default function Page() {
  return (
    <AskwellPoll
      pollId="${poll}"
      server="${url}"
    />
  );
}`,
    },
    {
      id: 'nuxt',
      title: 'Nuxt',
      text: html`The component renders on the server. It needs neither <code>&lt;ClientOnly&gt;</code> nor a plugin.`,
      code: `<script setup lang="ts">
import { AskwellPoll } from '@askwell/widget/vue';
</script>

<template>
  <AskwellPoll
    poll-id="${poll}"
    server="${url}"
  />
</template>`,
    },
    {
      id: 'sveltekit',
      title: 'SvelteKit',
      text: html`The component renders on the server. It needs no <code>browser</code> check.`,
      code: `<script lang="ts">
import { AskwellPoll } from '@askwell/widget/svelte';
</script>

<AskwellPoll
  pollId="${poll}"
  server="${url}"
/>`,
    },
    {
      id: 'inline',
      title: 'Any framework, without a request of the browser',
      text: 'An element that contains its definition is shown at once. Your server reads the definition, without a key, and can cache it.',
      code: `const reply = await fetch('${url}/embed/polls/${poll}');
const { data } = await reply.json();
const definition = JSON.stringify(data).replaceAll('<', '\\\\u003c');

export const markup = \`<script async src="${url}/widget.js"></script>
<askwell-poll>
  <script type="application/json">\${definition}</script>
</askwell-poll>\`;`,
    },
    {
      id: 'mount',
      title: 'Mount Askwell in your own app',
      text: html`Askwell can also run inside a Node server of yours. Run <code>npx askwell init</code> in its folder: it detects the framework and writes the route.`,
      code: `import { createServer } from 'node:http';
import { createAskwell } from '@askwell/server';

const askwell = createAskwell({
  database: 'askwell.db',
  baseUrl: 'http://127.0.0.1:3000',
});
createServer(askwell.node).listen(3000, '127.0.0.1');`,
    },
  ];
}
