import { maxCountedWords, maxWordForms } from './limits.js';
import { isStopWord } from './stop-words.js';

/** A word in several answers. */
export interface WordCount {
  /** The most frequent form of the word. */
  readonly word: string;
  /** The number of answers that contain the word in any form. */
  readonly answers: number;
}

/** Counts in how many texts each word is. */
export interface WordCounter {
  add(text: string): void;
  /** Returns the words of at least two texts, the most frequent first. */
  top(limit: number): WordCount[];
}

const minLetters = 3;
const maxLetters = 40;

/** Creates a counter that counts words once for each text. Case and the plural do not distinguish words. */
export function createWordCounter(): WordCounter {
  const words = new Map<string, { texts: number; readonly forms: Map<string, number> }>();
  return {
    add(text) {
      const own = new Set<string>();
      for (const form of wordsIn(text)) {
        const key = foldWord(form);
        if (own.has(key)) continue;
        own.add(key);
        const known = words.get(key) ?? { texts: 0, forms: new Map<string, number>() };
        if (known.texts === 0 && words.size >= maxCountedWords) continue;
        words.set(key, known);
        known.texts++;
        const times = known.forms.get(form);
        if (times !== undefined || known.forms.size < maxWordForms) known.forms.set(form, (times ?? 0) + 1);
      }
    },
    top: (limit) =>
      [...words]
        .filter(([, { texts }]) => texts > 1)
        .sort(([a, { texts: m }], [b, { texts: n }]) => n - m || (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([key, { texts, forms }]) => ({ word: mostFrequent(forms) ?? key, answers: texts })),
  };
}

function mostFrequent(forms: ReadonlyMap<string, number>): string | undefined {
  return [...forms].sort(([, m], [, n]) => n - m)[0]?.[0];
}

const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** Scripts that do not separate words. */
const unseparated = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns the words of a text that say something, as they are written. */
function wordsIn(text: string): string[] {
  return text.normalize('NFC').match(word)?.flatMap(toWords) ?? [];
}

function toWords(run: string): string[] {
  if (unseparated.test(run)) {
    // A single character is often a part of a word.
    return [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) =>
      isWordLike && segment.length > 1 && segment.length <= maxLetters ? [segment] : [],
    );
  }
  const isWord = run.length >= minLetters && run.length <= maxLetters && /\p{L}/u.test(run);
  return isWord && !isStopWord(run.toLowerCase()) ? [run] : [];
}

/** Returns what the forms of a word have in common: without case, `'s` and the endings of English and similar plurals. */
export function foldWord(form: string): string {
  const folded = form.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
  if (folded.length <= minLetters || keptEndings.test(folded)) return folded;
  return folded
    .replace(/(?<=x|ch|sh|ss|zz|o)es$|(?<![sui])s$/, '')
    .replace(/ie$/, 'y')
    .replace(/oe$/, 'o');
}

/** Words whose last letter looks like a plural. */
const keptEndings = /^(news|always|perhaps|besides|sometimes)$/;
