/* What users of React write: that it compiles against the packed package is the test. */
import { type AskComponentProps, AskwellForm, AskwellPoll, AskwellQuiz } from '@askwell/widget/react';
import { createRef } from 'react';

const element = createRef<HTMLElement>();

export const components = (
  <>
    <AskwellPoll
      pollId="poll_1"
      theme="dark"
      className="lunch"
      data-test="lunch"
      ref={element}
      onReady={(event) => console.log(event.detail.view.options)}
      onAnswer={(event) => console.log(event.detail.answer.choices)}
      onError={(event) => console.log(event.detail.code)}
    />
    <AskwellQuiz quizId="quiz_1" layout="list" onAnswer={(event) => console.log(event.detail.answer.score)} />
    <AskwellForm formId="form_1" reserve={200} prefill="name=Visitor" noDraft onAnswer={undefined} />
  </>
);

export const bare = (
  <>
    <askwell-poll
      poll-id="poll_1"
      theme="dark"
      className="lunch"
      onaskwell:answer={(event) => console.log(event.detail.answer.choices)}
      onaskwell:error={(event) => console.log(event.detail.code)}
    />
    <askwell-quiz quiz-id="quiz_1" layout="list" collect="name email" voter="member-0000000042" lang={undefined} />
    <askwell-form form-id="form_1" no-draft />
  </>
);

// @ts-expect-error A poll has no score.
export const wrongEvent = <AskwellPoll pollId="poll_1" onAnswer={(event) => console.log(event.detail.answer.score)} />;

// @ts-expect-error The ID is required.
export const noId: AskComponentProps<'poll'> = { server: 'https://polls.example.com' };

// @ts-expect-error Not a boolean.
export const wrongDraft = <AskwellForm formId="form_1" noDraft="no" />;

// @ts-expect-error There is no such theme.
export const wrongTheme = <AskwellForm formId="form_1" theme="pink" />;

// @ts-expect-error There is no such theme.
export const wrongBareTheme = <askwell-form form-id="form_1" theme="pink" />;
