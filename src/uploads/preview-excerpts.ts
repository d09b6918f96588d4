import type { YieldIfDue } from '../concurrency/fair-time-slices.ts';
import { runInSlices } from '../concurrency/steps.ts';
import { characterCount, firstCharacters } from '../domain/characters.ts';
import type { TicketInput } from '../domain/ticket-input.ts';
import type { Cleaning, CleanTicket } from '../domain/ticket-record.ts';
import type { OtherSheet, SampledColumn } from '../ticket-files/read-options.ts';

/** `cleaned`: how much of a text is cleaned, which is more than is shown, so that personal data at the end is recognised; in UTF-16 units. `shown`: in code points. */
const limits = { cleaned: 1_000, excerpt: 200, sample: 60 };

/** What was read of a ticket that cannot be: the value that is the reason, and the ticket. */
export type UnreadTexts = { readonly refused?: string | undefined; readonly ticket?: unknown };

/** What a preview shows of the texts of a file, cleaned of personal data as a conversation is. */
export const previewExcerpts = (cleaning: Cleaning, yieldIfDue: YieldIfDue) => {
  const cleaned = async (texts: readonly string[], characters: number, client = ''): Promise<readonly string[]> => {
    const beginnings = texts.map((text) => text.slice(0, limits.cleaned).toWellFormed());
    const { texts: clean } = await runInSlices(cleaning.conversation(beginnings, client), yieldIfDue);
    return clean.map((text) => shortened(text, characters)).filter((text) => text !== '');
  };
  const excerptOf = async (text: string, client?: string): Promise<string | null> =>
    (await cleaned([text], limits.excerpt, client))[0] ?? null;
  return {
    /** Of a skipped ticket: the last support message, which rules 3 to 5 are about; without one, or of a duplicate, the problem. */
    ofSkipped: async (input: TicketInput, ticket: CleanTicket | undefined): Promise<string | null> => {
      if (!ticket) return excerptOf(input.description || (input.messages[0]?.text ?? ''), input.client);
      const text = ticket.solution.at(-1) ?? ticket.problem[0];
      return text === undefined ? null : shortened(text, limits.excerpt);
    },
    /** Of a ticket that cannot be read: the value that it is refused for, else its description or first message, whichever is a text and has something left when it is cleaned. */
    ofUnreadable: async ({ refused, ticket }: UnreadTexts): Promise<string | null> => {
      const text = textIn(ticket, 'description') ?? textIn(firstIn(ticket, 'messages'), 'text');
      for (const each of [refused, text]) {
        const excerpt = each === undefined ? null : await excerptOf(each);
        if (excerpt !== null) return excerpt;
      }
      return null;
    },
    /** Sheets that are not read; what is taken for their titles may be a row of texts. */
    otherSheets: async (sheets: readonly OtherSheet[]): Promise<readonly OtherSheet[]> => {
      const shown: OtherSheet[] = [];
      for (const sheet of sheets) shown.push({ ...sheet, titles: await cleaned(sheet.titles, limits.sample) });
      return shown;
    },
    /** Columns with samples for readers; ids are shown as they are stored. */
    samples: async (columns: readonly SampledColumn[]): Promise<readonly SampledColumn[]> => {
      const shown: SampledColumn[] = [];
      for (const column of columns) {
        const { samples } = column;
        const isId = column.column === 'ticket_id';
        const texts = isId ? samples.map((text) => shortened(text, limits.sample)) : cleaned(samples, limits.sample);
        shown.push({ ...column, samples: await texts });
      }
      return shown;
    },
  };
};

/** A text of at most so many code points, or its beginning. */
export const shortened = (text: string, characters: number): string => {
  const first = firstCharacters(text, characters);
  return first.length < text.length ? `${first.trimEnd()}…` : text;
};

/** Texts of at most so many code points together, or the first of them, the last one shortened. */
export const shortenedTogether = (texts: readonly string[], characters: number): readonly string[] => {
  const shown: string[] = [];
  let left = characters;
  for (const text of texts) {
    const beginning = shortened(text, left);
    shown.push(beginning);
    if (beginning !== text) break;
    left -= characterCount(text);
  }
  return shown;
};

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

const textIn = (value: unknown, name: string): string | undefined => {
  const text = propertyOf(value, name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
};

const firstIn = (value: unknown, name: string): unknown => {
  const list = propertyOf(value, name);
  return Array.isArray(list) ? (list as readonly unknown[])[0] : undefined;
};
