import { readdirSync } from 'node:fs';
import { removedFiller } from '../../src/personal-data/spans.ts';
import { clientLabel } from '../../src/personal-data/names/find-names.ts';
import { type LabelledLine, labelledFolder, readLines } from '../bench/labelled-lines.ts';
import { seededRandom } from '../bench/seeded-random.ts';
import { asRow, type Known, withCapitals } from './capitals.ts';

/** A line and how much it counts; what is copied from a line is left out of a fold with it. */
export type Lesson = LabelledLine & {
  readonly source: string;
  readonly fold: number;
  readonly share: number;
  readonly isCopy: boolean;
  /** Whether it is the name of a client, whose ticket is the lesson before. */
  readonly isClient: boolean;
};

/** Lines of one writer, which are left out together. */
const linesInBlock = 130;
/** Lines are left out in so many parts. */
export const folds = 4;

/** The news among the sources: long texts, few of them. */
const news = 'factrueval-dev.jsonl';
const shareOfNews = 3;

/** The files of labelled lines from which is learnt. */
export const sources = (): string[] =>
  readdirSync(labelledFolder)
    .toSorted()
    .filter((name) => !name.startsWith('held-out'));

const lessonsOf = (source: string): Lesson[] =>
  readLines(new URL(source, labelledFolder)).map((line, number) => ({
    ...line,
    source,
    fold: (source === news ? number : Math.floor(number / linesInBlock)) % folds,
    share: source === news ? shareOfNews : 1,
    isCopy: false,
    isClient: false,
  }));

const masked = ({ text, per }: LabelledLine): string =>
  per.reduce((rest, [start, end]) => rest.slice(0, start) + removedFiller.repeat(end - start) + rest.slice(end), text);

const namesOf = ({ text, per }: LabelledLine): string[] => per.map((name) => text.slice(...name));

/** A client whose name is in the ticket, or one who is called like an everyday word of it. */
const clientOf = (lesson: Lesson, nameWords: ReadonlySet<string>): string | undefined => {
  const [name] = namesOf(lesson).toSorted((one, other) => other.length - one.length);
  if (name !== undefined) return name;
  const word = lesson.text.match(/(?<!\p{L})[а-яё]{3,}(?!\p{L})/gu)?.find((one) => nameWords.has(one));
  return word && word.slice(0, 1).toUpperCase() + word.slice(1);
};

const shareOfCopies = 0.5;

/** Rows and sentences with capitals and without names are many. */
const shareOfNouns = 0.35;
const shareOfCapitals = 0.2;

/** Of every second line ordinary words are learnt with capitals, in a sentence or in a row: of themselves people seldom write them so. */
const copiesWithCapitals = (lesson: Lesson, known: Known, random: () => number): Lesson[] => {
  const chance = random();
  if (lesson.source === news || chance < 1 / 2) return [];
  const isRow = chance >= 3 / 4;
  const line = (isRow ? asRow : withCapitals)(lesson, known, random);
  if (line === undefined || line.text === lesson.text) return [];
  const shareOfNone = isRow ? shareOfNouns : shareOfCapitals;
  return [{ ...lesson, ...line, isCopy: true, share: line.per.length > 0 ? shareOfCopies : shareOfNone }];
};

/** Some lines are copied in lower case, in capitals, with their names masked as in a text that is read again, or have a client. */
const copiesOf = (lesson: Lesson, chance: number, nameWords: ReadonlySet<string>): Lesson[] => {
  const { text, source } = lesson;
  const copy = (changed: Partial<Lesson>): Lesson[] => [{ ...lesson, ...changed, isCopy: true }];
  const recased = (changed: string, share: number): Lesson[] =>
    changed.length === text.length ? copy({ text: changed, share }) : [];
  if (source === news) return recased(text.toLowerCase(), shareOfCopies);
  if (chance < 1 / 6) return recased(text.toLowerCase(), 1);
  if (chance < 2 / 6) return recased(text.toUpperCase(), 1);
  if (chance < 3 / 6 && lesson.per.length > 0) return copy({ text: masked(lesson), per: [], share: shareOfCopies });
  const client = chance < 4 / 6 ? clientOf(lesson, nameWords) : undefined;
  if (client === undefined) return [];
  const per = [[clientLabel.length, clientLabel.length + client.length]] as const;
  return copy({ text: clientLabel + client, per, share: shareOfCopies, isClient: true });
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Returns all that is to be learnt from the files, the same each time. */
export const readLessons = (): Lesson[] => {
  const random = seededRandom(1);
  const lessons = sources().flatMap(lessonsOf);
  const nameWords = new Set(lessons.flatMap(namesOf).map((name) => name.toLowerCase()));
  const known = {
    inNames: new Set(lessons.flatMap(namesOf).flatMap(wordsOf)),
    elsewhere: new Set(lessons.flatMap((lesson) => wordsOf(masked(lesson)))),
  };
  return lessons.flatMap((lesson) => [
    lesson,
    ...copiesOf(lesson, random(), nameWords),
    ...copiesWithCapitals(lesson, known, random),
  ]);
};
