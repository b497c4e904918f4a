import type { After, Ending, Field } from '../../shared/contract/resources.js';
import { textAt } from '../../shared/translations/text-shape.js';

/** The parts of a form with texts in which placeholders are filled. */
export interface FilledForm {
  readonly fields: readonly Field[];
  readonly endings?: readonly Ending[];
  readonly after: After | null;
  readonly translations: Readonly<Record<string, object>>;
}

/** A text in which placeholders are filled. */
export interface FilledText {
  /** The dotted path, such as `fields.0.label` or `translations.de.fields.f1.label`. */
  readonly path: string;
  readonly text: string;
  /** The position of the field with the text. Undefined for texts that visitors read at the end. */
  readonly field?: number | undefined;
}

/** Returns the texts in which visitors see values in place of placeholders, in all languages. */
export function filledTexts(form: FilledForm): FilledText[] {
  const places = placesIn(form);
  const translated = Object.entries(form.translations).flatMap(([language, translation]) =>
    places.flatMap(({ keys, field }) => {
      const text = textAt(translation, keys);
      return text === undefined ? [] : [{ path: `translations.${language}.${keys.join('.')}`, text, field }];
    }),
  );
  return [...places, ...translated].filter(({ text }) => text.includes('{{'));
}

interface Place extends FilledText {
  /** The members and IDs by which translations refer to the text. */
  readonly keys: readonly string[];
}

function placesIn({ fields, endings = [], after }: FilledForm): Place[] {
  const places: Place[] = [];
  const add = (path: string, keys: readonly string[], text: string | null | undefined, field?: number) => {
    if (text) places.push({ path, keys, text, field });
  };
  fields.forEach((field, index) => {
    const { id, label, help, placeholder } = field;
    const path = `fields.${index}`;
    const keys = ['fields', id];
    add(`${path}.label`, [...keys, 'label'], label, index);
    add(`${path}.help`, [...keys, 'help'], help, index);
    add(`${path}.placeholder`, [...keys, 'placeholder'], placeholder, index);
    const lists = {
      options: 'options' in field ? field.options : [],
      rows: 'rows' in field ? field.rows : [],
    };
    for (const [list, items] of Object.entries(lists))
      items.forEach((item, at) => {
        add(`${path}.${list}.${at}.label`, [...keys, list, item.id, 'label'], item.label, index);
      });
  });
  endings.forEach(({ id, title, text, button }, index) => {
    const path = `endings.${index}`;
    const keys = ['endings', id];
    add(`${path}.title`, [...keys, 'title'], title);
    add(`${path}.text`, [...keys, 'text'], text);
    add(`${path}.button.label`, [...keys, 'button', 'label'], button?.label);
  });
  add('after.message', ['after', 'message'], after?.message);
  return places;
}
