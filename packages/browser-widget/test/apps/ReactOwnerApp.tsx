import { AskwellAsks, AskwellEditor, AskwellResults } from '@askwell/widget/react';
import { StrictMode, useState } from 'react';

export default function App({ server, tokens }: { server: string; tokens: readonly string[] }) {
  const [ask, setAsk] = useState<string>();
  const [token, setToken] = useState(0);
  const nextToken = () => setToken((at) => at + 1);
  return (
    <StrictMode>
      <AskwellAsks
        server={server}
        token={tokens[token]}
        id="asks"
        className="wide"
        onOpen={(event) => setAsk(event.detail.id)}
        onToken={nextToken}
      />
      {ask && (
        <>
          <AskwellEditor
            server={server}
            token={tokens[token]}
            theme="dark"
            askId={ask}
            onSaved={(event) => console.log(`saved ${event.detail.kind}`)}
            onPublished={(event) => console.log(`published ${event.detail.kind}`)}
          />
          <AskwellResults server={server} token={tokens[token]} askId={ask} />
        </>
      )}
    </StrictMode>
  );
}
