// Generated from the schemas by `npm run generate`. Do not edit.
import type { DescribedMembers, Member } from './draft-member.js';

const titleMember: Member = { name: 'title', control: { type: 'text', maxLength: 300 }, isRequired: true };
const descriptionMember: Member = {
  name: 'description',
  control: { type: 'text', isLong: true, maxLength: 5000 },
  isNullable: true,
  absent: null,
};
const siteIdMember: Member = {
  name: 'site_id',
  control: { type: 'number', isInteger: true },
  isNullable: true,
  absent: null,
};
const statusMember: Member = {
  name: 'status',
  control: { type: 'choice', values: ['draft', 'open', 'closed'] },
  absent: 'open',
};
const opensAtMember: Member = { name: 'opens_at', control: { type: 'time' }, isNullable: true, absent: null };
const closesAtMember: Member = { name: 'closes_at', control: { type: 'time' }, isNullable: true, absent: null };
const maxAnswersMember: Member = {
  name: 'max_answers',
  control: { type: 'number', isInteger: true, min: 1, max: 1000000000 },
  isNullable: true,
  absent: null,
};
const keepAnswersDaysMember: Member = {
  name: 'keep_answers_days',
  control: { type: 'number', isInteger: true, min: 1, max: 3650 },
  isNullable: true,
  absent: null,
};
const allowChangeMember: Member = { name: 'allow_change', control: { type: 'boolean' }, absent: false };
const anonymousMember: Member = { name: 'anonymous', control: { type: 'boolean' }, absent: true };
const urlMember: Member = {
  name: 'url',
  control: { type: 'text', isUrl: true, maxLength: 2048 },
  isNullable: true,
  absent: null,
};
const afterMember: Member = {
  name: 'after',
  control: {
    type: 'object',
    members: [
      { name: 'message', control: { type: 'text', isLong: true, maxLength: 5000 }, isNullable: true, absent: null },
      urlMember,
    ],
  },
  isNullable: true,
  absent: null,
};
const wordsMember: Member = {
  name: 'words',
  control: {
    type: 'object',
    members: [
      { name: 'submit', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
      { name: 'next', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
      { name: 'back', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
      { name: 'start', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
      { name: 'required', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
      { name: 'thanks', control: { type: 'text', maxLength: 500 }, isNullable: true, absent: null },
      { name: 'closed', control: { type: 'text', maxLength: 500 }, isNullable: true, absent: null },
      { name: 'already_answered', control: { type: 'text', maxLength: 500 }, isNullable: true, absent: null },
    ],
  },
  isNullable: true,
  absent: null,
};
const designMember: Member = {
  name: 'design',
  control: {
    type: 'object',
    members: [
      { name: 'accent', control: { type: 'text' }, isNullable: true, absent: null },
      {
        name: 'font',
        control: { type: 'choice', values: ['system', 'serif', 'rounded', 'mono'] },
        isNullable: true,
        absent: null,
      },
      { name: 'radius', control: { type: 'number', isInteger: true, min: 0, max: 24 }, isNullable: true, absent: null },
      {
        name: 'density',
        control: { type: 'choice', values: ['compact', 'comfortable', 'spacious'] },
        isNullable: true,
        absent: null,
      },
    ],
  },
  isNullable: true,
  absent: null,
};
const localeMember: Member = {
  name: 'locale',
  control: { type: 'text', maxLength: 35 },
  isNullable: true,
  absent: null,
};
const languagesMember: Member = { name: 'languages', control: { type: 'json' }, absent: [] };
const idMember: Member = { name: 'id', control: { type: 'text' } };
const labelMember: Member = { name: 'label', control: { type: 'text', maxLength: 500 }, isRequired: true };
const imageUrlMember: Member = {
  name: 'image_url',
  control: { type: 'text', isUrl: true, maxLength: 2048 },
  isNullable: true,
  absent: null,
};
const resultsOrderMember: Member = {
  name: 'results_order',
  control: { type: 'choice', values: ['asked', 'votes'] },
  absent: 'asked',
};
const translationsMember: Member = { name: 'translations', control: { type: 'json' }, absent: {} };
const onePerMember: Member = {
  name: 'one_per',
  control: { type: 'choice', values: ['browser', 'ip', 'ticket', 'user'] },
  isNullable: true,
  absent: null,
};
const resultsVisibilityMember: Member = {
  name: 'results_visibility',
  control: { type: 'choice', values: ['always', 'after_answer', 'after_close', 'never'] },
  absent: 'never',
};
const members: readonly Member[] = [
  idMember,
  {
    name: 'type',
    control: { type: 'choice', values: ['single', 'multiple', 'boolean', 'text', 'number', 'order', 'match'] },
    isRequired: true,
  },
  { name: 'prompt', control: { type: 'text', isLong: true, maxLength: 5000 }, isRequired: true },
  imageUrlMember,
  {
    name: 'options',
    control: { type: 'labels', members: [idMember, labelMember, imageUrlMember], max: 200 },
    absent: [],
    onlyFor: ['single', 'multiple', 'order', 'match'],
  },
  {
    name: 'targets',
    control: { type: 'labels', members: [idMember, labelMember, imageUrlMember], max: 200 },
    absent: [],
    onlyFor: ['match'],
  },
  { name: 'answer', control: { type: 'json' }, isRequired: true },
  { name: 'case_sensitive', control: { type: 'boolean' }, absent: false, onlyFor: ['text'] },
  { name: 'points', control: { type: 'number', min: 0, max: 10000 }, absent: 1 },
  { name: 'penalty', control: { type: 'number', min: 0, max: 10000 }, absent: 0 },
  { name: 'partial', control: { type: 'boolean' }, absent: false, onlyFor: ['multiple', 'order', 'match'] },
  { name: 'explanation', control: { type: 'text', isLong: true, maxLength: 5000 }, isNullable: true, absent: null },
];
const receiptMember: Member = { name: 'receipt', control: { type: 'boolean' }, absent: false };
const textMember: Member = {
  name: 'text',
  control: { type: 'text', isLong: true, maxLength: 5000 },
  isNullable: true,
  absent: null,
};
const whenMember: Member = { name: 'when', control: { type: 'json' }, isNullable: true, absent: null };
const helpMember: Member = {
  name: 'help',
  control: { type: 'text', isLong: true, maxLength: 5000 },
  isNullable: true,
  absent: null,
};
const placeholderMember: Member = {
  name: 'placeholder',
  control: { type: 'text', maxLength: 500 },
  isNullable: true,
  absent: null,
};
const requiredMember: Member = { name: 'required', control: { type: 'boolean' }, isNullable: true, absent: false };
const showIfMember: Member = { name: 'show_if', control: { type: 'json' }, isNullable: true, absent: null };
const requireIfMember: Member = { name: 'require_if', control: { type: 'json' }, isNullable: true, absent: null };
const typeMember: Member = { name: 'type', control: { type: 'text' }, isRequired: true };
const members2: readonly Member[] = [
  idMember,
  labelMember,
  showIfMember,
  { name: 'score', control: { type: 'number', min: -1000000, max: 1000000 }, isNullable: true, absent: null },
  maxAnswersMember,
];
const optionsMember: Member = {
  name: 'options',
  control: { type: 'labels', members: members2, max: 200 },
  isRequired: true,
};
const otherMember: Member = { name: 'other', control: { type: 'boolean' }, isNullable: true, absent: false };
const minChoicesMember: Member = {
  name: 'min_choices',
  control: { type: 'number', isInteger: true, min: 1, max: 200 },
  isNullable: true,
  absent: null,
};
const maxChoicesMember: Member = {
  name: 'max_choices',
  control: { type: 'number', isInteger: true, min: 1, max: 201 },
  isNullable: true,
  absent: null,
};
const labelsMember: Member = {
  name: 'labels',
  control: {
    type: 'object',
    members: [
      { name: 'min', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
      { name: 'max', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
    ],
  },
  isNullable: true,
  absent: null,
};

/** The members of definitions, as data, so that browsers have them too. */
export const draftMembers: DescribedMembers = {
  PollDraft: [
    {
      types: ['single', 'multiple', 'ranked', 'rating'],
      members: [
        titleMember,
        descriptionMember,
        siteIdMember,
        statusMember,
        opensAtMember,
        closesAtMember,
        maxAnswersMember,
        keepAnswersDaysMember,
        {
          name: 'one_per',
          control: { type: 'choice', values: ['browser', 'ip', 'ticket', 'user'] },
          isNullable: true,
          absent: 'browser',
        },
        allowChangeMember,
        anonymousMember,
        {
          name: 'results_visibility',
          control: { type: 'choice', values: ['always', 'after_answer', 'after_close', 'never'] },
          absent: 'after_answer',
        },
        afterMember,
        wordsMember,
        designMember,
        localeMember,
        languagesMember,
        {
          name: 'type',
          control: { type: 'choice', values: ['single', 'multiple', 'ranked', 'rating'] },
          absent: 'single',
        },
        {
          name: 'options',
          control: {
            type: 'labels',
            members: [
              idMember,
              labelMember,
              imageUrlMember,
              {
                name: 'max_votes',
                control: { type: 'number', isInteger: true, min: 1, max: 1000000000 },
                isNullable: true,
                absent: null,
                onlyFor: ['single', 'multiple'],
              },
            ],
            max: 100,
          },
          isRequired: true,
        },
        {
          name: 'min_choices',
          control: { type: 'number', isInteger: true, min: 1, max: 100 },
          isNullable: true,
          absent: null,
          onlyFor: ['multiple', 'ranked'],
        },
        {
          name: 'max_choices',
          control: { type: 'number', isInteger: true, min: 1, max: 101 },
          isNullable: true,
          absent: null,
          onlyFor: ['multiple', 'ranked'],
        },
        {
          name: 'scale',
          control: {
            type: 'object',
            members: [
              { name: 'min', control: { type: 'number', isInteger: true, min: -100, max: 100 }, isRequired: true },
              { name: 'max', control: { type: 'number', isInteger: true, min: -100, max: 100 }, isRequired: true },
            ],
          },
          isNullable: true,
          absent: { min: 1, max: 5 },
          onlyFor: ['rating'],
        },
        {
          name: 'style',
          control: { type: 'choice', values: ['numbers', 'stars', 'hearts', 'emoji'] },
          isNullable: true,
          absent: 'numbers',
          onlyFor: ['rating'],
        },
        {
          name: 'labels',
          control: {
            type: 'object',
            members: [
              { name: 'min', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
              { name: 'max', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
            ],
          },
          isNullable: true,
          absent: null,
          onlyFor: ['rating'],
        },
        { name: 'other', control: { type: 'boolean' }, absent: false, onlyFor: ['single', 'multiple'] },
        { name: 'show_others', control: { type: 'boolean' }, absent: false },
        { name: 'shuffle', control: { type: 'boolean' }, absent: false },
        resultsOrderMember,
        translationsMember,
      ],
    },
  ],
  QuizDraft: [
    {
      types: [],
      members: [
        titleMember,
        descriptionMember,
        siteIdMember,
        statusMember,
        opensAtMember,
        closesAtMember,
        maxAnswersMember,
        keepAnswersDaysMember,
        onePerMember,
        allowChangeMember,
        anonymousMember,
        resultsVisibilityMember,
        afterMember,
        wordsMember,
        designMember,
        localeMember,
        languagesMember,
        { name: 'questions', control: { type: 'list', members: members, max: 200 }, isRequired: true },
        { name: 'pass_percentage', control: { type: 'number', min: 0, max: 100 }, isNullable: true, absent: null },
        {
          name: 'time_limit_seconds',
          control: { type: 'number', isInteger: true, min: 1, max: 604800 },
          isNullable: true,
          absent: null,
        },
        {
          name: 'max_attempts',
          control: { type: 'number', isInteger: true, min: 1, max: 1000 },
          isNullable: true,
          absent: null,
        },
        {
          name: 'reveal',
          control: { type: 'choice', values: ['nothing', 'score', 'correctness', 'answers'] },
          absent: 'correctness',
        },
        { name: 'feedback', control: { type: 'choice', values: ['end', 'each'] }, absent: 'end' },
        { name: 'shuffle_questions', control: { type: 'boolean' }, absent: false },
        { name: 'shuffle_options', control: { type: 'boolean' }, absent: false },
        {
          name: 'draw',
          control: { type: 'number', isInteger: true, min: 1, max: 200 },
          isNullable: true,
          absent: null,
        },
        {
          name: 'bands',
          control: {
            type: 'list',
            members: [
              { name: 'min_percentage', control: { type: 'number', min: 0, max: 100 }, isRequired: true },
              titleMember,
              { name: 'message', control: { type: 'text', isLong: true, maxLength: 5000 }, isNullable: true },
            ],
            max: 100,
          },
          absent: [],
        },
        { name: 'collect_name', control: { type: 'boolean' }, absent: false },
        { name: 'collect_email', control: { type: 'boolean' }, absent: false },
        receiptMember,
        translationsMember,
      ],
    },
  ],
  FormDraft: [
    {
      types: [],
      members: [
        titleMember,
        descriptionMember,
        siteIdMember,
        statusMember,
        opensAtMember,
        closesAtMember,
        maxAnswersMember,
        keepAnswersDaysMember,
        onePerMember,
        allowChangeMember,
        anonymousMember,
        resultsVisibilityMember,
        afterMember,
        wordsMember,
        designMember,
        localeMember,
        languagesMember,
        { name: 'layout', control: { type: 'choice', values: ['pages', 'steps'] }, absent: 'pages' },
        { name: 'fields', control: { type: 'json' }, isRequired: true },
        resultsOrderMember,
        receiptMember,
        {
          name: 'welcome',
          control: {
            type: 'object',
            members: [
              titleMember,
              textMember,
              { name: 'button', control: { type: 'text', maxLength: 100 }, isNullable: true, absent: null },
            ],
          },
          isNullable: true,
          absent: null,
        },
        { name: 'variables', control: { type: 'json' }, absent: [] },
        {
          name: 'endings',
          control: {
            type: 'list',
            members: [
              idMember,
              whenMember,
              titleMember,
              textMember,
              {
                name: 'button',
                control: {
                  type: 'object',
                  members: [
                    { name: 'label', control: { type: 'text', maxLength: 100 }, isRequired: true },
                    { name: 'url', control: { type: 'text', isUrl: true, maxLength: 2048 }, isRequired: true },
                  ],
                },
                isNullable: true,
                absent: null,
              },
              urlMember,
              {
                name: 'outcome',
                control: { type: 'choice', values: ['completed', 'disqualified'] },
                absent: 'completed',
              },
            ],
            max: 50,
          },
          absent: [],
        },
        {
          name: 'quotas',
          control: {
            type: 'list',
            members: [
              idMember,
              whenMember,
              {
                name: 'limit',
                control: { type: 'number', isInteger: true, min: 1, max: 1000000000 },
                isRequired: true,
              },
              { name: 'ending', control: { type: 'text', maxLength: 40 }, isNullable: true, absent: null },
            ],
            max: 50,
          },
          absent: [],
        },
        translationsMember,
      ],
    },
  ],
  QuestionDraft: [{ types: ['single', 'multiple', 'boolean', 'text', 'number', 'order', 'match'], members: members }],
  FieldDraft: [
    {
      types: ['short_text', 'long_text'],
      members: [
        { name: 'type', control: { type: 'choice', values: ['short_text', 'long_text'] }, isRequired: true },
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        {
          name: 'min_length',
          control: { type: 'number', isInteger: true, min: 0, max: 5000 },
          isNullable: true,
          absent: null,
        },
        {
          name: 'max_length',
          control: { type: 'number', isInteger: true, min: 1, max: 5000 },
          isNullable: true,
          absent: null,
        },
      ],
    },
    {
      types: ['number'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        {
          name: 'min',
          control: { type: 'number', min: -1000000000000, max: 1000000000000 },
          isNullable: true,
          absent: null,
        },
        {
          name: 'max',
          control: { type: 'number', min: -1000000000000, max: 1000000000000 },
          isNullable: true,
          absent: null,
        },
        {
          name: 'step',
          control: { type: 'number', min: -1000000000000, max: 1000000000000 },
          isNullable: true,
          absent: null,
        },
      ],
    },
    {
      types: ['single_choice', 'dropdown'],
      members: [
        { name: 'type', control: { type: 'choice', values: ['single_choice', 'dropdown'] }, isRequired: true },
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        optionsMember,
        otherMember,
      ],
    },
    {
      types: ['multiple_choice'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        optionsMember,
        otherMember,
        minChoicesMember,
        maxChoicesMember,
      ],
    },
    {
      types: ['ranking'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        optionsMember,
        minChoicesMember,
        maxChoicesMember,
      ],
    },
    {
      types: ['rating'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        {
          name: 'scale',
          control: {
            type: 'object',
            members: [
              { name: 'min', control: { type: 'number', isInteger: true, min: -100, max: 100 }, isRequired: true },
              { name: 'max', control: { type: 'number', isInteger: true, min: -100, max: 100 }, isRequired: true },
            ],
          },
          isNullable: true,
          absent: { min: 1, max: 5 },
        },
        {
          name: 'style',
          control: { type: 'choice', values: ['numbers', 'stars', 'hearts', 'emoji'] },
          isNullable: true,
          absent: 'numbers',
        },
        labelsMember,
      ],
    },
    {
      types: ['scale'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        labelsMember,
        { name: 'nps', control: { type: 'boolean' }, isNullable: true, absent: false },
      ],
    },
    {
      types: ['matrix'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        {
          name: 'rows',
          control: { type: 'labels', members: [idMember, labelMember, showIfMember], max: 50 },
          isRequired: true,
        },
        { name: 'options', control: { type: 'labels', members: members2, max: 20 }, isRequired: true },
      ],
    },
    {
      types: ['email', 'url', 'phone', 'date', 'time', 'consent', 'heading'],
      members: [
        {
          name: 'type',
          control: { type: 'choice', values: ['email', 'url', 'phone', 'date', 'time', 'consent', 'heading'] },
          isRequired: true,
        },
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
      ],
    },
    {
      types: ['image'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        imageUrlMember,
      ],
    },
    {
      types: ['video'],
      members: [
        typeMember,
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        labelMember,
        { name: 'video_url', control: { type: 'text', isUrl: true, maxLength: 2048 }, isNullable: true, absent: null },
        imageUrlMember,
      ],
    },
    {
      types: ['hidden', 'page'],
      members: [
        { name: 'type', control: { type: 'choice', values: ['hidden', 'page'] }, isRequired: true },
        idMember,
        helpMember,
        placeholderMember,
        requiredMember,
        showIfMember,
        requireIfMember,
        { name: 'label', control: { type: 'text', maxLength: 500 } },
        {
          name: 'next',
          control: {
            type: 'list',
            members: [whenMember, { name: 'to', control: { type: 'text', maxLength: 40 }, isRequired: true }],
            max: 50,
          },
          isNullable: true,
          absent: [],
          onlyFor: ['page'],
        },
      ],
    },
  ],
};
