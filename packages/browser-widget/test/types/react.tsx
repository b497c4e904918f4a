/* What users of React write: that it compiles is the test. */
import type {} from '../../src/react.js';

export function Lunch() {
  return (
    <askwell-poll
      poll-id="poll_00000000000000000000"
      theme="dark"
      className="lunch"
      onaskwell:answer={(event) => console.log(event.detail.answer.choices)}
      onaskwell:error={(event) => console.log(event.detail.code)}
    />
  );
}

export function Trip() {
  return (
    <askwell-quiz quiz-id="quiz_00000000000000000000" layout="list" collect="name email" voter="member-0000000042" />
  );
}

// @ts-expect-error There is no such look.
export const wrongTheme = <askwell-form form-id="form_00000000000000000000" theme="pink" />;
