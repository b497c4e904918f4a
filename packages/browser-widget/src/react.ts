/* The elements as JSX knows them: `import type {} from '@askwell/widget/react'`. */
import type { AskKind } from '@askwell/server/contract';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AskAttributes, AskEvents } from './events.js';

type Listeners<K extends AskKind> = {
  [Name in keyof AskEvents<K> as `on${Name}`]?: (event: AskEvents<K>[Name]) => void;
};

/** One of the elements: whatever any element takes, its own attributes, and its events. */
export type AskProps<K extends AskKind> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  AskAttributes &
  Listeners<K> & { [Name in `${K}-id`]?: string };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'askwell-poll': AskProps<'poll'>;
      'askwell-quiz': AskProps<'quiz'>;
      'askwell-form': AskProps<'form'>;
    }
  }
}
