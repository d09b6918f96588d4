import { commonWords } from './common-words.ts';
import { spokenForm } from './spoken-form.ts';
import { synonymWords } from './synonyms.ts';

const shortest = 5;
const shortestHeard = 4;
const longest = 20;

// Real words that are one slip away from a known one.
const real = new Set(
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

/** The first known word of each sound. */
const heard = new Map<string, string>();
for (const word of new Set([...commonWords, ...synonymWords])) {
  const sound = spokenForm(word);
  if (word.length >= shortestHeard && !heard.has(sound)) heard.set(sound, word);
}

/** Known words under themselves and under what is left when one letter is missing. */
const candidates = new Map<string, string[]>();
for (const word of new Set([...commonWords, ...synonymWords])) {
  if (word.length < shortest) continue;
  for (const key of new Set([word, ...withoutOneLetter(word)])) {
    const words = candidates.get(key);
    if (words === undefined) candidates.set(key, [word]);
    else words.push(word);
  }
}

/** Returns whether two words differ in one slip: a letter more, a letter less, another letter, or two neighbours swapped. */
const isOneSlip = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charAt(start) === other.charAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && one.charAt(one.length - 1 - end) === other.charAt(other.length - 1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const swapped = a.length === 2 && b.length === 2 && a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0);
  // A word with another first letter is seldom a slip: свой, твой.
  return swapped || (start > 0 && a.length <= 1 && b.length <= 1);
};

const bySlip = (word: string): string | undefined => {
  if (word.length < shortest) return undefined;
  for (const key of [word, ...withoutOneLetter(word)]) {
    const meant = candidates.get(key)?.find((candidate) => isOneSlip(word, candidate));
    if (meant !== undefined) return meant;
  }
  return undefined;
};

/**
 * Returns the known word that an unknown lower-case word sounds like or is one slip of the fingers away from, or undefined where there is
 * none; words under four or five letters are too close to each other, and a list of real words is left alone.
 */
export const misspelt = (word: string): string | undefined => {
  if (word.length < shortestHeard || word.length > longest || real.has(word)) return undefined;
  return heard.get(spokenForm(word)) ?? bySlip(word);
};
