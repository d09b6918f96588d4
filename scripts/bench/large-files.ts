import { benchTicket } from './bench-tickets.ts';

/** What the files hold that are uploaded beside those of another tenant. */
export type LargeFiles = 'CSV of 1 000 columns' | 'JSON of tickets of 256 KiB' | 'JSON full of names';

type FileOf = { readonly number: number; readonly bytes: number };

const csvColumns = 1_000;
/** Below the limit of 256 KiB, which counts the texts alone. */
const ticketTextBytes = 255 * 1024;

/** Returns a file of about so many bytes, different for each number. */
export const largeFile = (kind: LargeFiles, file: FileOf): File =>
  kind === 'CSV of 1 000 columns'
    ? new File([wideCsv(file)], `${file.number}.csv`)
    : new File([largeTickets(file, kind === 'JSON full of names' ? names : longText)], `${file.number}.json`);

const wideCsv = ({ number, bytes }: FileOf): string => {
  const known = ['ticket_id', 'description', 'solution'];
  const others = Array.from({ length: csvColumns - known.length }, (_, column) => `x${column}`);
  const rows = [[...known, ...others].join(',')];
  const filler = others.map((_, column) => column % 10).join(',');
  for (let size = 0; size < bytes;) {
    const [problem, solution] = benchTicket(number * 100_000 + rows.length).messages;
    const row = `${number}-${rows.length},"${problem?.text ?? ''}","${solution?.text.repeat(2) ?? ''}",${filler}`;
    size += Buffer.byteLength(row) + 1;
    rows.push(row);
  }
  return rows.join('\n');
};

/** Returns a text from a number on, at most so many bytes of UTF-8. */
type Text = (from: number, bytes: number) => string;

const largeTickets = ({ number, bytes }: FileOf, textOf: Text): string => {
  const tickets = Array.from({ length: Math.ceil(bytes / ticketTextBytes) }, (_, index) => {
    const first = number * 100_000 + index * 1_000;
    return {
      ticket_id: `${number}-${index}`,
      messages: [
        { role: 'client', text: textOf(first, ticketTextBytes * 0.8) },
        { role: 'operator', text: textOf(first + 800, ticketTextBytes * 0.2) },
      ],
    };
  });
  return JSON.stringify(tickets);
};

/** The messages of tickets. */
const longText: Text = (from, bytes) =>
  joinedTexts(from, bytes, (number) =>
    benchTicket(number)
      .messages.map((message) => message.text)
      .join('\n'),
  );

const families = ['Иванов', 'Кузнецов', 'Соловьёв', 'Ромашкин', 'Гаврилов', 'Шестопалов', 'Тихомиров', 'Береговой'];
const given = ['Иван', 'Пётр', 'Сергей', 'Алексей', 'Тимур', 'Рустам', 'Егор'];
const patronymics = ['Иванович', 'Петрович', 'Сергеевич', 'Алексеевич', 'Тимурович'];
const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** Nothing but full names, whose cleaning takes the longest. */
const names: Text = (from, bytes) =>
  joinedTexts(
    from,
    bytes,
    (number) => `${pick(families, number)} ${pick(given, number * 3)} ${pick(patronymics, number * 7)},`,
  );

const joinedTexts = (from: number, bytes: number, textOf: (number: number) => string): string => {
  const texts: string[] = [];
  for (let number = from, size = 0; size < bytes; number += 1) {
    const text = textOf(number);
    size += Buffer.byteLength(text) + 1;
    if (size < bytes) texts.push(text);
  }
  return texts.join('\n');
};
