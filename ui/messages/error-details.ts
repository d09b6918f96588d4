import { setDetailTexts } from './detail-text.ts';
import { figure } from './format.ts';
import { language, type Messages, translated } from './language.ts';
import { ofAccounts } from './account-sentences.ts';
import { inRow, reasons, type Sentence, whole } from './error-sentences.ts';
import { failures } from './failure-sentences.ts';

const listed = (text: string) => text.replaceAll(/"([^"]*)"/gu, '«$1»');

/** Sentences that quote the failure of a store. */
const interrupted: readonly (readonly [RegExp, (counts: RegExpExecArray, failure: string) => string])[] = [
  [
    /^([\d ]+) of ([\d ]+) tickets stored; (?<failure>.*); sending the same upload again stores the rest$/su,
    ([, stored, total], failure) =>
      `Сохранено ${stored} из ${total}: ${failure}. Загрузите тот же файл ещё раз, и сохранится остальное`,
  ],
  [
    /^Stored, not yet (?:visible|searchable)(?: \((?<failure>.*)\))?; (?!sending again)/su,
    (_found, failure) => `Сохранено, но пока не видно${failure && `: ${failure}`}. Обновите страницу чуть позже`,
  ],
  [
    /^Stored, not yet searchable(?: \((?<failure>.*)\))?; sending again is safe$/su,
    (_found, failure) =>
      `Всё сохранено, но ещё не находится поиском${failure && `: ${failure}`}. Загрузить ещё раз можно без опаски`,
  ],
];

const ofStore = (detail: string): string | undefined => {
  for (const [pattern, sentence] of interrupted) {
    const found = pattern.exec(detail);
    const failure = found?.groups?.['failure'] ?? '';
    if (found) return sentence(found, said(failures, failure) ?? failure);
  }
  const failure = said(failures, detail);
  return failure && failure.charAt(0).toUpperCase() + failure.slice(1);
};

type LocationPattern = readonly [RegExp, (first: string, second: string | undefined) => string];

/** Locations; the last group is the reason. */
const locations: readonly LocationPattern[] = [
  [/^row (\d+), column "([^"]*)":? (.*)$/su, (row, title) => `Строка ${row}, столбец «${title}»`],
  [/^row (\d+), column (\d+):? (.*)$/su, (row, column) => `Строка ${row}, столбец ${column}`],
  [/^the ticket that begins in row (\d+)() (.*)$/su, (row) => `Обращение со строки ${row}`],
  [/^row (\d+), (\S+) (.*)$/su, (row, field) => `Строка ${row}, поле ${field}`],
  [/^row (\d+)():? (.*)$/su, (row) => `Строка ${row}`],
  [
    /^tickets\[(\d+)\]\.?(\S*) (.*)$/su,
    (index, field) => `Обращение ${Number(index) + 1}${field ? `, поле ${field}` : ''}`,
  ],
];

const said = (sentences: readonly Sentence[], text: string): string | undefined => {
  const found = sentences.find(([pattern]) => pattern.test(text));
  return found && listed(text.replace(...found));
};

const located = (detail: string): string | undefined => {
  for (const [pattern, format] of locations) {
    const [, first, second, reason] = pattern.exec(detail) ?? [];
    if (first !== undefined && reason !== undefined)
      return `${format(first, second)}: ${said(reasons, reason) ?? reason}`;
  }
  return undefined;
};

/** The service's detail text for an unreadable file or row, or a store that has failed, in the document's language; unknown texts are returned unchanged. */
export const errorDetailText = (detail: string): string => {
  if (language() === 'en') return detail;
  return (
    said(whole, detail) ??
    said(ofAccounts, detail) ??
    said(inRow, detail) ??
    ofStore(detail) ??
    located(detail) ??
    detail
  );
};

setDetailTexts(errorDetailText);

const ru = {
  inTicket: (number: number) => `на обращении ${figure(number)}`,
  atLine: (line: number) => `строка ${figure(line)}`,
  atByte: (byte: number) => `байт ${figure(byte)}`,
  breaksOff: (locations: readonly string[]) =>
    `Обрыв ${locations.join(', ')}: файл записан не до конца. Выгрузите его ещё раз.`,
};
const en: typeof ru = {
  inTicket: (number) => `in ticket ${figure(number)}`,
  atLine: (line) => `line ${figure(line)}`,
  atByte: (byte) => `byte ${figure(byte)}`,
  breaksOff: (locations) => `The file breaks off: ${locations.join(', ')}. Export it again.`,
};
const brokenOff: Messages<typeof ru> = { ru, en };

/** The reason why a file is refused, in the document's language. `index`: of the ticket that is read there, from 0. */
export const refusalText = ({ detail, index }: { readonly detail: string; readonly index?: number | null }): string => {
  const [, byte, line] =
    /^file is not valid JSON: unexpected end at byte (\d+)(?: \(line (\d+)\))?$/.exec(detail) ?? [];
  if (byte === undefined) return errorDetailText(detail);
  const messages = translated(brokenOff);
  const ticket = typeof index === 'number' ? [messages.inTicket(index + 1)] : [];
  const location = line === undefined ? messages.atByte(Number(byte)) : messages.atLine(Number(line));
  return messages.breaksOff([...ticket, location]);
};
