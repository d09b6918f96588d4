import type { TestFn } from 'ava';
import type { RawTicket } from '../../../src/ticket-files/ticket-item.ts';
import { UnreadableFile } from '../../../src/ticket-files/ticket-item.ts';
import type { Findings, ReadOptions } from '../../../src/ticket-files/read-options.ts';
import { ticketItems } from '../../../src/ticket-files/read-tickets.ts';
import { collected, spoolFolder } from '../spooled.ts';

type Value = {
  readonly ticket_id: unknown;
  readonly category?: string;
  readonly client?: string;
  readonly description?: string;
  readonly messages?: readonly { readonly role: string; readonly text: string }[];
  readonly resolved_at?: string;
  readonly url?: string;
};

/** What a file of an export holds: the tickets to look at, the others by their ids, and what was left out. */
export type DeskFile = {
  readonly tickets: readonly Value[];
  readonly skipped: Readonly<Record<string, string>>;
  readonly remarks: Readonly<Record<string, number>>;
  readonly desk: Findings['desk'] | undefined;
  readonly items: readonly RawTicket[];
};

/** Reads files of exports. */
export const deskReader = async (test: TestFn) => {
  const { spool, remove } = await spoolFolder();
  test.after.always(remove);
  return async (content: unknown, options: Pick<ReadOptions, 'readAs'> = {}): Promise<DeskFile> => {
    let found: Partial<Findings> = {};
    const path = await spool(typeof content === 'string' ? content : JSON.stringify(content));
    const source = { kind: 'file', path, name: 'export.json', type: '' } as const;
    const read = await collected(ticketItems(source, { ...options, found: (some) => (found = { ...found, ...some }) }));
    const items = read.map((item) => {
      if (item instanceof UnreadableFile) throw item;
      return item;
    });
    const taken = items.filter(({ skip }) => skip === undefined);
    return {
      tickets: taken.map(({ value }) => value as Value),
      skipped: Object.fromEntries(
        items.flatMap(({ skip, value }) => (skip === undefined ? [] : [[String((value as Value).ticket_id), skip]])),
      ),
      remarks: Object.fromEntries(Object.entries(found.desk?.remarks ?? {}).filter(([, count]) => count > 0)),
      desk: found.desk,
      items,
    };
  };
};

/** The three ways in which tickets stand in a file: an array, one a line, a page of an API. */
export const layoutsOf = (tickets: readonly unknown[], list = 'tickets'): readonly string[] => [
  JSON.stringify(tickets),
  tickets.map((ticket) => JSON.stringify(ticket)).join('\n'),
  JSON.stringify({ count: tickets.length, [list]: tickets, next_page: null }, null, 2),
];

/** A reply that solves something. */
export const solution =
  'Откройте «Настройки», раздел «Почта», включите вход по ключу и перезапустите программу: после этого письма уходят сразу.';
