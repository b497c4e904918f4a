// Generated from the schemas by `npm run generate`. Do not edit.
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { TextShape } from '../../shared/translations/text-shape.js';

/** Where definitions have texts for visitors, as data, so that browsers have it too. */
export const textShapes: Readonly<Record<AskKind, TextShape>> = {
  poll: {
    type: 'members',
    members: {
      title: { type: 'text', maxLength: 300 },
      description: { type: 'text', maxLength: 5000 },
      after: { type: 'members', members: { message: { type: 'text', maxLength: 5000 } } },
      words: {
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
      },
      options: {
        type: 'items',
        key: 'id',
        max: 100,
        item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
      },
      labels: {
        type: 'members',
        members: { min: { type: 'text', maxLength: 100 }, max: { type: 'text', maxLength: 100 } },
      },
    },
  },
  quiz: {
    type: 'members',
    members: {
      title: { type: 'text', maxLength: 300 },
      description: { type: 'text', maxLength: 5000 },
      after: { type: 'members', members: { message: { type: 'text', maxLength: 5000 } } },
      words: {
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
      },
      questions: {
        type: 'items',
        key: 'id',
        max: 200,
        item: {
          type: 'members',
          members: {
            prompt: { type: 'text', maxLength: 5000 },
            options: {
              type: 'items',
              key: 'id',
              max: 200,
              item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
            },
            targets: {
              type: 'items',
              key: 'id',
              max: 200,
              item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
            },
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
      after: { type: 'members', members: { message: { type: 'text', maxLength: 5000 } } },
      words: {
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
      },
      fields: {
        type: 'items',
        key: 'id',
        max: 200,
        item: {
          type: 'variants',
          by: 'type',
          variants: [
            {
              values: ['short_text', 'long_text'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                },
              },
            },
            {
              values: ['number'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                },
              },
            },
            {
              values: ['single_choice', 'dropdown'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  options: {
                    type: 'items',
                    key: 'id',
                    max: 200,
                    item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
                  },
                },
              },
            },
            {
              values: ['multiple_choice'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  options: {
                    type: 'items',
                    key: 'id',
                    max: 200,
                    item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
                  },
                },
              },
            },
            {
              values: ['ranking'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  options: {
                    type: 'items',
                    key: 'id',
                    max: 200,
                    item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
                  },
                },
              },
            },
            {
              values: ['rating'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  labels: {
                    type: 'members',
                    members: { min: { type: 'text', maxLength: 100 }, max: { type: 'text', maxLength: 100 } },
                  },
                },
              },
            },
            {
              values: ['scale'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  labels: {
                    type: 'members',
                    members: { min: { type: 'text', maxLength: 100 }, max: { type: 'text', maxLength: 100 } },
                  },
                },
              },
            },
            {
              values: ['matrix'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                  rows: {
                    type: 'items',
                    key: 'id',
                    max: 50,
                    item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
                  },
                  options: {
                    type: 'items',
                    key: 'id',
                    max: 200,
                    item: { type: 'members', members: { label: { type: 'text', maxLength: 500 } } },
                  },
                },
              },
            },
            {
              values: ['email', 'url', 'phone', 'date', 'time', 'consent', 'heading'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                },
              },
            },
            {
              values: ['image'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                },
              },
            },
            {
              values: ['video'],
              shape: {
                type: 'members',
                members: {
                  help: { type: 'text', maxLength: 5000 },
                  placeholder: { type: 'text', maxLength: 500 },
                  label: { type: 'text', maxLength: 500 },
                },
              },
            },
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
