import { AskwellForm, AskwellPoll, AskwellQuiz } from '@askwell/widget/react';
import { StrictMode, useRef, useState } from 'react';

export default function App({
  poll,
  quiz,
  form,
  server,
}: {
  poll: string;
  quiz: string;
  form: string;
  server: string;
}) {
  const element = useRef<HTMLElement>(null);
  const [step, setStep] = useState(1);
  return (
    <StrictMode>
      <button type="button" onClick={() => setStep(step + 1)}>
        Step {step}
      </button>
      <AskwellPoll
        ref={element}
        pollId={poll}
        server={server}
        lang={step === 2 ? 'de' : undefined}
        reserve={100}
        id="lunch"
        className="wide"
        style={{ maxWidth: 400 }}
        onReady={(event) => console.log(`ready: ${event.detail.view.title}`)}
        onAnswer={(event) => {
          if (event.target === element.current) console.log(`answer in step ${step}: ${event.detail.answer.choices}`);
        }}
      >
        <p>Loading the poll</p>
      </AskwellPoll>
      <AskwellQuiz quizId={quiz} server={server} layout="list" noDraft={false} />
      <AskwellForm formId={form} server={server} noDraft voter="member-0000000042" />
    </StrictMode>
  );
}
