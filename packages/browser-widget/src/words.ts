import english from './messages/en.json' with { type: 'json' };

/** One message, or one for each plural category of the language. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
/** What a message is called. */
export type Key = keyof typeof english;
export type Messages = Readonly<Record<Key, Message>>;

/** The languages there are beside English, which is built in. */
export const languages = 'ar de es fr it ja nl pl pt tr zh';
const rightToLeft = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/;

/** Words, numbers and times in one language. */
export interface Words {
  /** A message with its gaps filled; `n` also settles the plural. */
  (key: Key, values?: Readonly<Record<string, string | number>>): string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly number: (value: number, digits?: number) => string;
  readonly percent: (share: number) => string;
  readonly moment: (iso: string | number) => string;
}

/** The part of a language tag that tables are named by. */
export function tableOf(tag: string): string | undefined {
  const base = tag.toLowerCase().split('-')[0] ?? '';
  return languages.split(' ').includes(base) ? base : undefined;
}

/** Speaks a language, by its table or in English. */
export function speak(tag: string, table: Messages = english): Words {
  const lang = table === english ? 'en' : tag;
  const plural = new Intl.PluralRules(lang);
  const number = (value: number, maximumFractionDigits = 2) =>
    new Intl.NumberFormat(lang, { maximumFractionDigits }).format(value);
  const say = (key: Key, values: Readonly<Record<string, string | number>> = {}): string => {
    const message: Message = table[key] ?? english[key];
    const text = typeof message === 'string' ? message : (message[plural.select(Number(values['n']))] ?? message.other);
    return (text ?? '').replace(/\{(\w+)\}/g, (_gap, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? number(value) : value;
    });
  };
  return Object.assign(say, {
    lang,
    dir: rightToLeft.test(lang) ? ('rtl' as const) : ('ltr' as const),
    number,
    percent: (share: number) => new Intl.NumberFormat(lang, { style: 'percent' }).format(share),
    moment: (at: string | number) =>
      new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at)),
  });
}
