'use client';
import { AskwellPoll } from '@askwell/widget/react';
import { useState } from 'react';

export function Poll({ id, server }) {
  const [choice, setChoice] = useState('nothing');
  return (
    <>
      <AskwellPoll pollId={id} server={server} onAnswer={(event) => setChoice(event.detail.answer.choices[0])} />
      <p>You chose {choice}.</p>
    </>
  );
}
