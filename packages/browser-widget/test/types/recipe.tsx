import { define } from '@askwell/widget';
import type {} from '@askwell/widget/react';

define({ server: 'https://polls.example.com' });

export function Lunch() {
  return <askwell-poll poll-id="poll_…" onaskwell:answer={(event) => console.log(event.detail.answer.id)} />;
}
