'use client';
import { AskwellPoll } from '@askwell/widget/react';

export default function Lunch() {
  return (
    <AskwellPoll
      pollId="poll_…"
      server="https://polls.example.com"
      onAnswer={(event) => console.log(event.detail.answer.choices)}
    />
  );
}
