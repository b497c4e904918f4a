import { AskwellPoll } from '@askwell/widget/react';
import { useState } from 'react';

/** Shows the element only after a click, so that it is created when the page has long defined it. */
export default function App({ poll, definition }: { poll: string; definition: string }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <button type="button" onClick={() => setTimeout(setShown, 0, true)}>
        Show
      </button>
    );
  }
  return (
    <AskwellPoll pollId={poll} onReady={(event) => console.log(`ready: ${event.detail.view.title}`)}>
      <script type="application/json">{definition}</script>
    </AskwellPoll>
  );
}
