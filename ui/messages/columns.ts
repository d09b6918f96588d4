import { type ColumnName, columns, details, type Gender, type TextName } from '../../src/domain/ticket-fields.ts';
import { day } from './format.ts';
import { type Language, language } from './language.ts';

/** What a column holds, in lower case. */
export const columnLabel = (name: ColumnName, of: Language = language()): string => columns[name].label[of];

/** What a column holds, where several are told apart: a ticket's problem is its description and the client's messages. */
export const choiceLabel = (name: ColumnName): string => {
  const label = columnLabel(name);
  if (name !== 'description') return label;
  return language() === 'ru' ? `${label}, часть проблемы` : `${label}, part of the problem`;
};

/** The heading of a column: its label with a capital letter. */
export const columnHeading = (name: ColumnName, of?: Language): string => {
  const label = columnLabel(name, of);
  return label.charAt(0).toUpperCase() + label.slice(1);
};

/** Labels as a sentence lists them. */
export const columnsListed = (names: readonly ColumnName[], of: Language): string =>
  new Intl.ListFormat(of).format(names.map((name) => columnLabel(name, of)));

/** The values that a text may have; none if it may have any. */
export const valuesOf = (name: ColumnName): readonly string[] =>
  Object.keys(details.find((detail) => detail.name === name)?.values ?? {});

/** A text of a ticket for people: a value by its label, a time by its day, which is that of UTC, since that of a date without a time is. */
export const shownText = (name: ColumnName, text = ''): string => {
  const { kind, values } = details.find((detail) => detail.name === name) ?? {};
  if (kind === 'time') return Number.isNaN(Date.parse(text)) ? text : day(text, 'UTC');
  return values?.[text]?.[language()] ?? text;
};

/** The forms of a participle by the gender of a text's Russian label. */
type Forms = Readonly<Record<Gender, string>>;

/** A participle and a text, in Russian: "изменена категория". */
export const agreeing = (forms: Forms, name: TextName): string => {
  const { label, shown } = columns[name];
  return `${forms[shown.gender]} ${label.ru}`;
};
