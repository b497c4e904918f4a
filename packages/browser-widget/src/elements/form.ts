import { loadQuestions } from '../questions/load.js';
import { AskElement } from './ask-element.js';

/** Shows a form, page by page: `<askwell-form form-id="form_…">`. */
export class AskwellForm extends AskElement<'form'> {
  constructor() {
    super({ name: 'form', plural: 'forms', answers: 'submissions' }, async () => (await loadQuestions()).form);
  }
}
