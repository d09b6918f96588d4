import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { goodTicket } from './api.ts';
import { type Details, filledCollection, requireOk } from './stored-tickets.ts';

export type Undo = Readonly<Record<string, number>> & { readonly state: string; readonly started_at: string | null };

/** Two tickets stored before; an upload then updates the first and adds three. */
export const undoableUpload = async (url: string) => {
  const home = await filledCollection(url, [goodTicket(1), goodTicket(2)]);
  const id = randomUUID();
  const tickets = [goodTicket(1, 'самовар'), goodTicket(2), ...[3, 4, 5].map((ticketId) => goodTicket(ticketId))];
  const headers = { 'Upload-Id': id };
  requireOk(await home.ask('POST /tickets?on_duplicate=update', { body: { tickets }, headers }));
  const path = `/uploads/${id}`;
  const undo = async (options?: Parameters<typeof home.ask>[1]) => home.ask(`POST ${path}/undo`, options);
  const shown = async (options?: Parameters<typeof home.ask>[1]) =>
    (await home.ask(`GET ${path}/undo`, options)).body as Undo;
  const ended = async () => {
    for (;;) {
      const now = await shown();
      if (now.state === 'finished') return now;
      await setTimeout(50);
    }
  };
  return { ...home, id, path, tickets, undo, shown, ended };
};

export type UndoableUpload = Awaited<ReturnType<typeof undoableUpload>>;

export const ticketOf = async ({ ask }: Pick<UndoableUpload, 'ask'>, id: number) =>
  (await ask(`GET /tickets/${id}`)).body as Details;
