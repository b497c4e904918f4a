import eventDate from './polls/event-date.json';
import featureVote from './polls/feature-vote.json';
import lunch from './polls/lunch.json';
import multipleChoice from './polls/multiple-choice.json';
import rankedChoice from './polls/ranked-choice.json';
import rating from './polls/rating.json';
import thisOrThat from './polls/this-or-that.json';
import yesNo from './polls/yes-no.json';
import type { PollTemplate } from './template.js';

export const pollTemplates: readonly PollTemplate[] = [
  {
    kind: 'poll',
    name: 'yes-no',
    title: 'Yes or no',
    summary: 'Asks a question with a clear decision.',
    featured: true,
    draft: yesNo,
  },
  {
    kind: 'poll',
    name: 'multiple-choice',
    title: 'Multiple choice',
    summary: 'Lets people choose several answers and add their own.',
    featured: false,
    draft: multipleChoice,
  },
  {
    kind: 'poll',
    name: 'event-date',
    title: 'Find a date',
    summary: 'Finds the date on which most people can come.',
    featured: true,
    draft: eventDate,
  },
  {
    kind: 'poll',
    name: 'lunch',
    title: 'Lunch vote',
    summary: 'Decides with your team where to eat, and everyone can add a place.',
    featured: false,
    draft: lunch,
  },
  {
    kind: 'poll',
    name: 'ranked-choice',
    title: 'Ranked choice',
    summary: 'Finds the option with the broadest support by letting people put options in order.',
    featured: false,
    draft: rankedChoice,
  },
  {
    kind: 'poll',
    name: 'rating',
    title: 'Rate several things',
    summary: 'Collects stars for each part of an event, product or service.',
    featured: false,
    draft: rating,
  },
  {
    kind: 'poll',
    name: 'feature-vote',
    title: 'Feature vote',
    summary: 'Lets your users choose the three features that they want most.',
    featured: false,
    draft: featureVote,
  },
  {
    kind: 'poll',
    name: 'this-or-that',
    title: 'This or that',
    summary: 'Starts a conversation with two options to choose from.',
    featured: false,
    draft: thisOrThat,
  },
];
