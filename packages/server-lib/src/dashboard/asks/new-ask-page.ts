import { AskwellError } from '../../base/errors.js';
import { askKinds } from '../../core/ids.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { findTemplate } from '../../kinds/templates/index.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { FormDraft, PollDraft, QuizDraft } from '../../shared/contract/resources.js';
import { parseDefinition } from '../editor/code-page.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPath } from '../home/ask-path.js';
import { ownerPage } from '../layout/layout.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { allValuesOf, emptyForm, type SubmittedForm } from '../submitted-form.js';
import { newAskView } from './new-ask-view.js';
import { ownerAsksOf } from './owner-asks.js';

const poll: PollDraft = { title: 'Untitled poll', status: 'draft', options: ['Option 1', 'Option 2'] };
const quiz: QuizDraft = {
  title: 'Untitled quiz',
  status: 'draft',
  questions: [
    {
      id: 'q1',
      type: 'single',
      prompt: 'Question 1',
      options: [
        { id: 'o1', label: 'Option 1' },
        { id: 'o2', label: 'Option 2' },
      ],
      answer: 'o1',
    },
  ],
};
const form: FormDraft = {
  title: 'Untitled form',
  status: 'draft',
  fields: [{ type: 'short_text', label: 'Your answer' }],
};

/** The definition of a new ask without a template. */
export const blankDrafts: Readonly<Record<AskKind, PollDraft | QuizDraft | FormDraft>> = { poll, quiz, form };

/** `/dashboard/asks/new`: create an ask without a template, from a template or from JSON. It starts as a draft. */
export function newAskRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  function show(request: OwnerRequest, form: SubmittedForm, problem?: FormError): PageReply {
    const search = queryParam(request, 'q')?.trim().slice(0, 100) ?? '';
    const named = queryParam(request, 'kind');
    const kind = askKinds.find((candidate) => candidate === named);
    const body = newAskView(request.base, form.values, problem, { search, kind });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'New', entry: 'asks', body, isProblem }), problem ?? {});
  }

  async function create({ base, session }: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const { kind, draft } = chosen(form);
    return seeOther(askPath(base, await asks.create(session, kind, draft), 'edit'));
  }

  return [
    {
      path: '/dashboard/asks/new',
      get: guards.getAsOwner((request) => show(request, emptyForm)),
      post: guards.postDefinitionAsOwner((request, form) =>
        showErrors(
          () => create(request, form),
          (problem) => show(request, form, problem),
        ),
      ),
    },
  ];
}

/** Returns the ask that the submitted form creates. */
function chosen(form: SubmittedForm): { kind: AskKind; draft: object } {
  const [name, blank, kindName, definition] = ['template', 'blank', 'kind', 'definition'].map(
    (field) => allValuesOf(form, field)[0],
  );
  if (definition !== undefined) {
    const kind = askKinds.find((candidate) => candidate === kindName);
    if (!kind) throw new AskwellError('malformed', 'Choose the kind: poll, quiz or form.');
    return { kind, draft: { status: 'draft', ...parseDefinition(definition) } };
  }
  const kind = askKinds.find((candidate) => candidate === blank);
  if (kind) return { kind, draft: blankDrafts[kind] };
  const template = findTemplate(name ?? '');
  if (!template) throw new AskwellError('not_found');
  return { kind: template.kind, draft: { ...template.draft, status: 'draft' } };
}
