/* What users of React write: that it compiles against the packed package is the test. */
import {
  type AskComponentProps,
  AskwellAsks,
  AskwellEditor,
  AskwellForm,
  AskwellPoll,
  AskwellQuiz,
  AskwellResults,
  type OwnerComponentProps,
} from '@askwell/widget/react';
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

export const forOwners = (
  <>
    <AskwellEditor
      server="/polls"
      askId="form_1"
      token="askwell_token_1"
      ref={element}
      onSaved={(event) => console.log(event.detail.id)}
      onPublished={(event) => console.log(event.detail.kind)}
      onToken={undefined}
    />
    <AskwellResults server="/polls" askId="form_1" theme="dark" className="wide" />
    <AskwellAsks server="/polls" onOpen={(event) => console.log(event.detail.id)} />
    <askwell-editor ask-id="form_1" onaskwell:saved={(event) => console.log(event.detail.id)} />
    <askwell-asks theme="dark" />
  </>
);

// @ts-expect-error The list has no event for publications.
export const wrongOwnerEvent = <AskwellAsks server="/polls" onPublished={() => {}} />;

// @ts-expect-error The ID is required.
export const noAsk: OwnerComponentProps<'editor'> = { server: '/polls' };

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
