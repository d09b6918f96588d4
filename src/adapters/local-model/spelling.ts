import { commonWords } from './common-words.ts';
import { synonymWords } from './synonyms.ts';

const cyrillic = /[а-я]/;

/** Letters that sound like another one or, with an empty value, are silent. */
const soundsOf = new Map([
  ['о', 'а'],
  ['е', 'и'],
  ['э', 'и'],
  ['ь', ''],
  ['ъ', ''],
]);

/**
 * Returns an approximate phonetic form of a lower-case Russian word, equal for a word and its phonetic misspellings (пороль, даставка): о as
 * а, е and э as и, the ending -го as -во, without ь, ъ and doubled letters. A word without Cyrillic letters is returned unchanged.
 */
export const phoneticForm = (word: string): string => {
  if (!cyrillic.test(word)) return word;
  const voicedAt = word.endsWith('ого') || word.endsWith('его') ? word.length - 2 : -1;
  let phonetic = '';
  let previous = '';
  for (let i = 0; i < word.length; i += 1) {
    const letter = word.charAt(i);
    const sound = i === voicedAt ? 'в' : (soundsOf.get(letter) ?? letter);
    if (sound === '' || sound === previous) continue;
    phonetic += sound;
    previous = sound;
  }
  return phonetic;
};

const minLength = 5;
const minPhoneticLength = 4;
const maxLength = 20;

// Correct words that are one edit away from a known one.
const correctWords = new Set(
  (
    'world small white black bring chance hands looked writing peace contact older passed mouth score smart agent prime prince price stone stick steal steel quiet truck theme prize expert latter ' +
    'plate empire quote trick palace skill resort reward attack produce author person contrast resist detect massage cannon roster router broker permit painter clause stack alter crush clash delay worms ' +
    'blind debut steam pride extent thick logic rally arena shore faculty seeds warrant warrants trace chuck blank closet haven rewards monkey cheat audit mighty stark steak cheek newer ' +
    'arise overhead prone refuge spill decay stems melting stall forge persona clone timer timers speedy comet alloy crank moose storey colon repost batter haunt conform logos swore stove ' +
    'tiles tract litter weeds brink roaring suing maker makers tying shale morse ' +
    'почти слова правда столько насколько честь народ видео проходит прошел прошло прошла пройти попал попала попали приводит привел привели завод нечего вечера отметить ветер полном поднять стола ' +
    'эксперт спросить просил отпуск отпуска север страха дорого заметить контакт контакты контакта прочим осень продал продала продали порта порты порт писем стена стоить вернусь монет спрос кампания ' +
    'останки поручил строки скучать робот робота провал строит списать грант порог проявляется прибор прибора проход ударить разрушение видать звать сумка делить могила просмотр просмотреть убрали купол ' +
    'сити ничто завтрак завтрака минус сознание вывести нежели посла семена курить голода голод собор почвы почву месть могилы долины долина напал городка сталь дойти ездили перец тупик ' +
    'череп ферма нисколько смеха печаль праге прага отрыв водить клана курил пролив шутит забили палки закат повесить почета проза мишка олень отравление порога проник катера некто паука ' +
    'пирога пироги уделить плечу какао купола пачки болеет дуэль денек довел станицы профи толка прицел цветка капель кашель нажал будить самка картошка сумка сумку свести кабина кабине ' +
    'поселок поселка выхожу ' +
    'привод поручение измерение возмущение лишение скала стула стража струны контраст развитие карьера причины совет'
  ).split(' '),
);

const withoutOneLetter = (word: string): readonly string[] =>
  Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1));

type Corrections = {
  /** The first known word of each phonetic form. */
  readonly byPhoneticForm: ReadonlyMap<string, string>;
  /** Known words by themselves and by each form with one letter removed. */
  readonly candidates: ReadonlyMap<string, readonly string[]>;
};

const makeCorrections = (): Corrections => {
  const byPhoneticForm = new Map<string, string>();
  const candidates = new Map<string, string[]>();
  for (const word of new Set([...commonWords, ...synonymWords])) {
    const sound = phoneticForm(word);
    if (word.length >= minPhoneticLength && !byPhoneticForm.has(sound)) byPhoneticForm.set(sound, word);
    if (word.length < minLength) continue;
    for (const key of new Set([word, ...withoutOneLetter(word)])) {
      const words = candidates.get(key);
      if (words === undefined) candidates.set(key, [word]);
      else words.push(word);
    }
  }
  return { byPhoneticForm, candidates };
};

/** Of this thread, from its first unknown word on. */
let made: Corrections | undefined;
const corrections = (): Corrections => (made ??= makeCorrections());

/** Returns whether two words differ by one edit: an insertion, a deletion, a substitution or a transposition. */
const isOneEdit = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charAt(start) === other.charAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && one.charAt(one.length - 1 - end) === other.charAt(other.length - 1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const swapped = a.length === 2 && b.length === 2 && a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0);
  // Words with different first letters are mostly different words: свой, твой.
  return swapped || (start > 0 && a.length <= 1 && b.length <= 1);
};

const byEdit = (word: string): string | undefined => {
  if (word.length < minLength) return undefined;
  for (const key of [word, ...withoutOneLetter(word)]) {
    const known = corrections()
      .candidates.get(key)
      ?.find((candidate) => isOneEdit(word, candidate));
    if (known !== undefined) return known;
  }
  return undefined;
};

/**
 * Returns the known word with the same phonetic form as an unknown lower-case word, or else one edit away from it; undefined if there is
 * none. Words under four or five letters are too similar to each other, and the listed correct words are not changed.
 */
export const correctedSpelling = (word: string): string | undefined => {
  if (word.length < minPhoneticLength || word.length > maxLength || correctWords.has(word)) return undefined;
  return corrections().byPhoneticForm.get(phoneticForm(word)) ?? byEdit(word);
};
