import { html } from '../../base/html.js';
import { embedTags, versionedScript } from '../home/embed-tags.js';
import type { Guide, GuideStep, GuideValues } from './guide.js';

/** How to show asks on a page. */
export const embedGuide: Guide = {
  name: 'embed',
  title: 'Embed on a page',
  summary: 'Show a poll, a quiz or a form on your website with two tags, or as a component of your framework.',
  steps: embedSteps,
};

function embedSteps({ url, poll, quiz, form }: GuideValues): GuideStep[] {
  return [
    {
      id: 'embed',
      title: 'Embed a poll',
      text: 'Add the script to your page once. Put the element, with the ID of the poll, where the poll should appear.',
      code: embedTags(url, 'poll', poll),
      what: 'the tags',
    },
    {
      id: 'embed-version',
      title: 'Pin the version of the script',
      text: 'With this tag, browsers load only the current version of the script. Copy the new tag after you upgrade Askwell.',
      code: versionedScript(url),
      what: 'the tag',
    },
    {
      id: 'elements',
      title: 'Quizzes and forms',
      text: 'The same script shows them. Add an element for each.',
      code: `<askwell-quiz quiz-id="${quiz}"></askwell-quiz>\n<askwell-form form-id="${form}"></askwell-form>`,
      what: 'the tags',
    },
    {
      id: 'div',
      title: 'Without custom elements',
      text: html`If your CMS strips unknown tags, use a <code>div</code>. The script is the same.`,
      code: `<div data-askwell="${poll}"></div>`,
      what: 'the tag',
    },
    {
      id: 'react',
      title: 'React',
      text: html`Run <code>npm install @askwell/widget</code>. The components need no script tag.`,
      code: `'use client';
import { AskwellPoll } from '@askwell/widget/react';

export default function Poll() {
  return (
    <AskwellPoll
      pollId="${poll}"
      server="${url}"
      onAnswer={(event) => console.log(event.detail.answer)}
    />
  );
}`,
    },
    {
      id: 'vue',
      title: 'Vue',
      text: 'The components also render in Nuxt.',
      code: `<script setup lang="ts">
import { AskwellPoll } from '@askwell/widget/vue';
</script>

<template>
  <AskwellPoll
    poll-id="${poll}"
    server="${url}"
    @answer="(event) => console.log(event.detail.answer)"
  />
</template>`,
    },
    {
      id: 'svelte',
      title: 'Svelte',
      text: 'The components also render in SvelteKit.',
      code: `<script lang="ts">
import { AskwellPoll } from '@askwell/widget/svelte';
</script>

<AskwellPoll
  pollId="${poll}"
  server="${url}"
  onanswer={(event) => console.log(event.detail.answer)}
/>`,
    },
    {
      id: 'answers',
      title: 'Listen to answers',
      text: 'Events of the elements bubble, so that one listener hears all of them.',
      code: `document.addEventListener('askwell:answer', ({ detail }) => {
  console.log(detail.kind, detail.answer.id);
});`,
    },
    {
      id: 'colors',
      title: 'Use your colors',
      text: 'The elements use the font and text color of your page. Custom properties set the rest.',
      code: `askwell-poll {
  --askwell-accent: #0d6e69;
  --askwell-radius: 4px;
}`,
    },
    {
      id: 'csp',
      title: 'Content security policy',
      text: 'If your page has a policy, allow this server for scripts and connections.',
      code: `script-src ${originOf(url)}; connect-src ${originOf(url)}`,
      what: 'the directives',
    },
  ];
}

/** Returns the origin of a URL. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
