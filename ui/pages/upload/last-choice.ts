import type { ColumnName } from '../../../src/domain/ticket-fields.ts';
import { isPlain } from '../../browser/kept-texts.ts';
import { readBrowserList, saveBrowserList, saveSetting, settingNames } from '../../browser/storage.ts';
import type { AssignedColumns, Preview, TablePlace } from './upload-records.ts';

/**
 * How the tables of a collection were read when they were sent last: kept in this browser until the sign-out, for as long as the collection is there. A table is
 * recognised by the titles that the service finds in it by itself, or by those on the sheet that was chosen.
 */
export type LastChoice = {
  readonly titles: readonly string[];
  readonly columns: AssignedColumns;
  readonly place?: TablePlace | undefined;
  /** What each column of its header was read as. */
  readonly read: readonly (readonly [title: string, column: ColumnName | null])[];
};

/**
 * What a file that was chosen has of that: the titles by which it is recognised, and the choice for them, if there is one; `held`: the choice for a file that was
 * left without being sent. `isGuess`: whether only the name of a sheet tells it.
 */
export type Recalled = {
  readonly titles: readonly string[];
  readonly choice: LastChoice | undefined;
  readonly held?: LastChoice | undefined;
  readonly isGuess?: boolean;
};

/** The files of a few systems. */
const maxChoices = 5;
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

/** Recognises a table by its first preview, which was asked for without a choice. */
export const recall = (collectionId: string, preview: Preview): Recalled => {
  const titles = titlesOf(preview);
  // A service that recognises other columns than it did cannot be asked for those.
  const isOf = (each: LastChoice) => areSame(each.titles, titles) && (isByHand(each) || isAsLast(each, preview));
  const known = [held.get(collectionId) ?? [], choicesFor(collectionId)] as const;
  const [ofVisit, sent] = known.map((choices) => choices.find(isOf));
  if (ofVisit || sent) return { titles, held: ofVisit, choice: sent };
  const guess = known.flat().find(({ place }) => isOtherSheet(place, preview));
  return { titles, choice: guess, isGuess: guess !== undefined };
};

/** Whether a place is a sheet of a workbook that the service did not choose by itself. */
const isOtherSheet = (place: TablePlace | undefined, { sheet, sheets }: Preview): boolean =>
  place?.sheet !== undefined && place.sheet !== sheet && sheets.includes(place.sheet);

type Sent = Pick<LastChoice, 'columns' | 'place'> & {
  readonly preview?: Preview | undefined;
  readonly recalled?: Recalled | undefined;
};

/** Keeps how a table is read that is being sent, unless a title may be somebody's data (`isPlain`): a table without a header has a ticket in its place. */
export const keepChoice = (collectionId: string, { columns, place, preview, recalled }: Sent): void => {
  if (!preview || !recalled || recalled.titles.length === 0) return;
  if (![...recalled.titles, ...titlesOf(preview)].every(isPlain)) return;
  const { titles } = recalled;
  const choice: LastChoice = { titles, columns, place, read: readIn(preview) };
  saveBrowserList(`${prefix}${collectionId}`, withFirst(choicesFor(collectionId), choice));
};

const withFirst = (choices: readonly LastChoice[], choice: LastChoice): readonly LastChoice[] =>
  [choice, ...choices.filter(({ titles }) => !areSame(titles, choice.titles))].slice(0, maxChoices);

/** Holds how a table is read that is left without being sent, for as long as the page is open: one that was repaired needs no new choice. */
export const holdChoice = (
  collectionId: string,
  { columns, place, preview, recalled, stale = false }: Sent & { readonly stale?: boolean },
): void => {
  if (!preview || !recalled || recalled.titles.length === 0) return;
  // A preview from before the choice does not say what is read with it.
  const choice: LastChoice = { titles: recalled.titles, columns, place, read: stale ? [] : readIn(preview) };
  const [first, ...others] = withFirst(held.get(collectionId) ?? [], choice);
  held.set(collectionId, first && isByHand(choice) ? [first, ...others] : others);
};

/** Forgets the choices for all collections but these. */
export const forgetChoicesExcept = (collectionIds: readonly string[]): void => {
  const kept = new Set(collectionIds.map((id) => `${prefix}${id}`));
  for (const id of held.keys()) if (!kept.has(`${prefix}${id}`)) held.delete(id);
  for (const name of settingNames()) if (name.startsWith(prefix) && !kept.has(name)) saveSetting(name, undefined);
};
