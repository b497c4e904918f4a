// Generated from the schemas by `npm run generate`. Do not edit.
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { TextShape } from '../../shared/translations/text-shape.js';

const afterShape: TextShape = { type: 'members', members: { message: { type: 'text', maxLength: 5000 } } };
const wordsShape: TextShape = {
  type: 'members',
  members: {
    submit: { type: 'text', maxLength: 100 },
    next: { type: 'text', maxLength: 100 },
    back: { type: 'text', maxLength: 100 },
    start: { type: 'text', maxLength: 100 },
    required: { type: 'text', maxLength: 100 },
    thanks: { type: 'text', maxLength: 500 },
    closed: { type: 'text', maxLength: 500 },
    already_answered: { type: 'text', maxLength: 500 },
  },
};
const itemShape: TextShape = { type: 'members', members: { label: { type: 'text', maxLength: 500 } } };
const labelsShape: TextShape = {
  type: 'members',
  members: { min: { type: 'text', maxLength: 100 }, max: { type: 'text', maxLength: 100 } },
};
const optionsShape: TextShape = { type: 'items', key: 'id', max: 200, item: itemShape };
const variant: TextShape = {
  type: 'members',
  members: {
    help: { type: 'text', maxLength: 5000 },
    placeholder: { type: 'text', maxLength: 500 },
    label: { type: 'text', maxLength: 500 },
  },
};
const variant2: TextShape = {
  type: 'members',
  members: {
    help: { type: 'text', maxLength: 5000 },
    placeholder: { type: 'text', maxLength: 500 },
    label: { type: 'text', maxLength: 500 },
    options: optionsShape,
  },
};
const variant3: TextShape = {
  type: 'members',
  members: {
    help: { type: 'text', maxLength: 5000 },
    placeholder: { type: 'text', maxLength: 500 },
    label: { type: 'text', maxLength: 500 },
    labels: labelsShape,
  },
};

/** Where definitions have texts for visitors, as data, so that browsers have it too. */
export const textShapes: Readonly<Record<AskKind, TextShape>> = {
  poll: {
    type: 'members',
    members: {
      title: { type: 'text', maxLength: 300 },
      description: { type: 'text', maxLength: 5000 },
      after: afterShape,
      words: wordsShape,
      options: { type: 'items', key: 'id', max: 100, item: itemShape },
      labels: labelsShape,
    },
  },
  quiz: {
    type: 'members',
    members: {
      title: { type: 'text', maxLength: 300 },
      description: { type: 'text', maxLength: 5000 },
      after: afterShape,
      words: wordsShape,
      questions: {
        type: 'items',
        key: 'id',
        max: 200,
        item: {
          type: 'members',
          members: {
            prompt: { type: 'text', maxLength: 5000 },
            options: optionsShape,
            targets: optionsShape,
            explanation: { type: 'text', maxLength: 5000 },
          },
        },
      },
      bands: {
        type: 'items',
        key: 'min_percentage',
        max: 100,
        item: {
          type: 'members',
          members: { title: { type: 'text', maxLength: 300 }, message: { type: 'text', maxLength: 5000 } },
        },
      },
    },
  },
  form: {
    type: 'members',
    members: {
      title: { type: 'text', maxLength: 300 },
      description: { type: 'text', maxLength: 5000 },
      after: afterShape,
      words: wordsShape,
      fields: {
        type: 'items',
        key: 'id',
        max: 200,
        item: {
          type: 'variants',
          by: 'type',
          variants: [
            { values: ['short_text', 'long_text'], shape: variant },
            { values: ['number'], shape: variant },
            { values: ['single_choice', 'dropdown'], shape: variant2 },
            { values: ['multiple_choice'], shape: variant2 },
            { values: ['ranking'], shape: variant2 },
            { values: ['rating'], shape: variant3 },
            { values: ['scale'], shape: variant3 },
            {
              values: ['matrix'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  rows: { type: 'items', key: 'id', max: 50, item: itemShape },
                  options: optionsShape,
                },
              },
            },
            { values: ['email', 'url', 'phone', 'date', 'time', 'consent', 'heading'], shape: variant },
            { values: ['image'], shape: variant },
            { values: ['video'], shape: variant },
            {
              values: ['hidden', 'page'],
              shape: {
                type: 'members',
                members: { help: { type: 'text', maxLength: 5000 }, placeholder: { type: 'text', maxLength: 500 } },
              },
            },
          ],
        },
      },
      welcome: {
        type: 'members',
        members: {
          title: { type: 'text', maxLength: 300 },
          text: { type: 'text', maxLength: 5000 },
          button: { type: 'text', maxLength: 100 },
        },
      },
      endings: {
        type: 'items',
        key: 'id',
        max: 50,
        item: {
          type: 'members',
          members: {
            title: { type: 'text', maxLength: 300 },
            text: { type: 'text', maxLength: 5000 },
            button: { type: 'members', members: { label: { type: 'text', maxLength: 100 } } },
          },
        },
      },
    },
  },
};
