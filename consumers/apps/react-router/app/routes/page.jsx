import { AskwellPoll } from '@askwell/widget/react';
import { useParams } from 'react-router';

export default function Page() {
  const { id } = useParams();
  return <AskwellPoll pollId={id} server="/polls" />;
}
