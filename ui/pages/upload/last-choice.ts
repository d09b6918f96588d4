import type { ColumnName } from '../../../src/domain/ticket-fields.ts';
import { isPlain } from '../../browser/kept-texts.ts';
import { readBrowserList, saveBrowserList, saveSetting, settingNames } from '../../browser/storage.ts';
import type { AssignedColumns, Preview, TablePlace } from './upload-records.ts';

/**
 * How the tables of a collection were read when they were sent last: kept in this browser until the sign-out, for as long as the collection is there. A table,
 * which is one sheet of a workbook, is recognised by the titles it was read by (`read`), or by those that the service finds on its sheet by itself (`titles`).
 */
export type LastChoice = {
  readonly titles: readonly string[];
  /** Those that the service finds in the file by itself, where another sheet was chosen. */
  readonly opened?: readonly string[] | undefined;
  readonly columns: AssignedColumns;
  readonly place?: TablePlace | undefined;
  /** What each column of its header was read as. */
  readonly read: readonly (readonly [title: string, column: ColumnName | null])[];
};

/**
 * What a file that was chosen, or the sheet of it, has of that: the titles by which it is recognised, and the choice for them, if there is one; `held`: the choice for
 * a file that was left without being sent; `place`: where the table was when they were recalled. `isGuess`: whether only the name of a sheet tells it.
 */
export type Recalled = Pick<LastChoice, 'titles' | 'opened' | 'place'> & {
  readonly choice: LastChoice | undefined;
  readonly held?: LastChoice | undefined;
  readonly isGuess?: boolean;
};

/** The files of a few systems, each with a few sheets. */
const maxChoices = 12;
const prefix = 'columns.';

/** Of this visit of the page. */
const held = new Map<string, readonly LastChoice[]>();

const isChoice = (value: unknown): value is LastChoice =>
  typeof value === 'object' && value !== null && ['titles', 'columns', 'read'].every((name) => name in value);

const choicesFor = (collectionId: string): readonly LastChoice[] =>
  readBrowserList(`${prefix}${collectionId}`).filter(isChoice);

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const titlesOf = ({ columns }: Preview): readonly string[] => columns.map(({ title }) => title);
const readIn = ({ columns }: Preview): LastChoice['read'] => columns.map(({ title, column }) => [title, column]);

/** Whether a table is read as it was last. */
export const isAsLast = ({ read }: LastChoice, preview: Preview): boolean => areSame(read, readIn(preview));

/** Whether anything was chosen by hand. */
export const isByHand = ({ columns, place }: Pick<LastChoice, 'columns' | 'place'>): boolean =>
  Object.keys(columns).length > 0 || place !== undefined;

/** The titles that a table was read by; a preview from before the choice does not say them. */
const readTitles = ({ titles, read }: LastChoice): readonly string[] =>
  read.length === 0 ? titles : read.map(([title]) => title);

/** `place`: where the user looks for the table; `before`: what was recalled of the file before that. */
type Where = { readonly place?: TablePlace | undefined; readonly before?: Recalled | undefined };

/** The newest of some choices for a table, as it applies where the table is: what is read by its titles needs no other place. */
const choiceFor = (
  choices: readonly LastChoice[],
  preview: Preview,
  { place }: Pick<Where, 'place'>,
): LastChoice | undefined => {
  const found = titlesOf(preview);
  // A service that recognises other columns than it did cannot be asked for those.
  const isOwn = (each: LastChoice) =>
    areSame(readTitles(each), found) && (isByHand({ columns: each.columns }) || isAsLast(each, preview));
  const isPlaced = ({ place: chosen }: LastChoice) =>
    place === undefined ? chosen !== undefined : place.headerRow === undefined && place.sheet === chosen?.sheet;
  const isOf = (each: LastChoice) => isPlaced(each) && areSame(each.titles, found);
  const isOpened = ({ opened = [] }: LastChoice) => place === undefined && areSame(opened, found);
  const choice = choices.find((each) => isOwn(each) || isOf(each)) ?? choices.find(isOpened);
  return choice && (isOwn(choice) ? { ...choice, place } : choice);
};

/** Recognises a table by its preview, which was asked for without a choice of columns. */
export const recall = (collectionId: string, preview: Preview, { place, before }: Where = {}): Recalled => {
  const isSameSheet = place?.headerRow !== undefined && before !== undefined;
  const titles = isSameSheet ? before.titles : titlesOf(preview);
  const opened = isSameSheet ? before.opened : (before?.opened ?? before?.titles);
  const table = { titles, opened: areSame(opened ?? [], titles) ? undefined : opened, place };
  const known = [held.get(collectionId) ?? [], choicesFor(collectionId)] as const;
  const [ofVisit, sent] = known.map((choices) => choiceFor(choices, preview, { place }));
  if (ofVisit || sent || place !== undefined) return { ...table, held: ofVisit, choice: sent };
  const guess = known.flat().find(({ place: chosen }) => isOtherSheet(chosen, preview));
  return { ...table, choice: guess, isGuess: guess !== undefined };
};

/** What is recalled of a file that is read where it was chosen last: its table may be another one than the service opens. */
export const recalledThere = (recalled: Recalled, { place }: Pick<LastChoice, 'place'>, preview: Preview): Recalled => {
  if (place?.sheet === undefined || place === recalled.place) return recalled;
  const choice = recalled.held ?? recalled.choice;
  const titles = place.headerRow === undefined ? titlesOf(preview) : (choice?.titles ?? titlesOf(preview));
  return { ...recalled, titles, opened: areSame(titles, recalled.titles) ? undefined : recalled.titles };
};

/** Whether a place is a sheet of a workbook that the service did not choose by itself. */
const isOtherSheet = (place: TablePlace | undefined, { sheet, sheets }: Preview): boolean =>
  place?.sheet !== undefined && place.sheet !== sheet && sheets.includes(place.sheet);

type Sent = Pick<LastChoice, 'columns' | 'place'> & {
  readonly preview?: Preview | undefined;
  readonly recalled?: Recalled | undefined;
};

/** How a table is read, as it is kept; undefined without titles by which it could be recognised. */
const choiceIn = ({ columns, place, preview, recalled }: Sent): LastChoice | undefined => {
  if (!preview || !recalled || recalled.titles.length === 0) return undefined;
  const { titles, opened } = recalled;
  return { titles, ...(opened && { opened }), columns, place, read: readIn(preview) };
};

/** Keeps how a table is read that is being sent, unless a title may be somebody's data (`isPlain`): a table without a header has a ticket in its place. */
export const keepChoice = (collectionId: string, sent: Sent): void => {
  const choice = choiceIn(sent);
  if (!choice || ![...choice.titles, ...readTitles(choice)].every(isPlain)) return;
  const { opened = [], ...kept } = choice;
  const isTold = opened.length > 0 && opened.every(isPlain);
  const all = withFirst(choicesFor(collectionId), isTold ? choice : kept);
  saveBrowserList(`${prefix}${collectionId}`, all);
};

const withFirst = (choices: readonly LastChoice[], choice: LastChoice): readonly LastChoice[] => {
  const isOther = (each: LastChoice) =>
    !areSame(each.titles, choice.titles) && !areSame(readTitles(each), readTitles(choice));
  return [choice, ...choices.filter(isOther)].slice(0, maxChoices);
};

/** Holds how a table is read that is left without being sent, for as long as the page is open: one that was repaired needs no new choice. */
export const holdChoice = (
  collectionId: string,
  { stale = false, ...left }: Sent & { readonly stale?: boolean },
): void => {
  const shown = choiceIn(left);
  if (!shown) return;
  // A preview from before the choice does not say what is read with it.
  const choice: LastChoice = stale ? { ...shown, read: [] } : shown;
  const [first, ...others] = withFirst(held.get(collectionId) ?? [], choice);
  held.set(collectionId, first && isByHand(choice) ? [first, ...others] : others);
};

/** Forgets the choices for all collections but these. */
export const forgetChoicesExcept = (collectionIds: readonly string[]): void => {
  const kept = new Set(collectionIds.map((id) => `${prefix}${id}`));
  for (const id of held.keys()) if (!kept.has(`${prefix}${id}`)) held.delete(id);
  for (const name of settingNames()) if (name.startsWith(prefix) && !kept.has(name)) saveSetting(name, undefined);
};
