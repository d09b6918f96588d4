import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { call, type Call, goodTicket, newCollection, newUser } from './api.ts';
import { type Details, type Erasure, type Page, provenErasure, solutionAbout, withTag } from './stored-tickets.ts';

type Begun = {
  /** Asks for what goes on in the background, and resolves in its midst. */
  readonly begin: () => Promise<void>;
  /** Resolves at its end. */
  readonly end: () => Promise<void>;
};

/** The share of the tickets that the second upload updates, and of those that are withdrawn and restored. */
const share = 0.15;

/**
 * A collection of one service after the other on one log, to which everything is done that changes stored tickets: two uploads, the second with updates, both of
 * which are undone, corrections, withdrawals, restorations and erasures. `url` is the address of the service that runs.
 */
export const changedCollection = async (url: () => string, size: number) => {
  const user = await newUser(url());
  const collection = await newCollection(url(), user);
  const request = (endpoint: string, options: Call = {}) => {
    const [method, path] = endpoint.split(' ');
    return call(url(), `${method} /api/collections/${collection}${path}`, { credential: user.token, ...options });
  };
  const ask = async (endpoint: string, options: Call = {}): Promise<unknown> => {
    const { status, body } = await request(endpoint, options);
    if (status >= 300) throw new Error(`${endpoint} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const part = Math.ceil(size * share);
  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  const [first, second, last] = [randomUUID(), randomUUID(), randomUUID()];
  const upload = (id: string, tickets: readonly object[]) =>
    ask('POST /tickets?on_duplicate=update', { body: { tickets }, headers: { 'Upload-Id': id } });
  const correct = async (id: number) => {
    const { revision } = (await ask(`GET /tickets/${id}`)) as Details;
    const body = { category: 'Исправленное', solution: solutionAbout(`случай ${id}`) };
    await ask(`PUT /tickets/${id}`, { body, headers: withTag(revision) });
  };
  const isActive = async (id: number) => ((await ask(`GET /tickets/${id}`)) as Details).state === 'active';

  const undo = (id: string, lastTicket: number): Begun => ({
    begin: async () => {
      await ask(`POST /uploads/${id}/undo`);
      while (await isActive(lastTicket)) await setTimeout(10);
    },
    end: async () => {
      while (((await ask(`GET /uploads/${id}/undo`)) as { state: string }).state !== 'finished') await setTimeout(50);
    },
  });
  // Some that are updated and taken back, some that are corrected, some that are withdrawn.
  const erased = [...idsFrom(2, 3), ...idsFrom(part + 1, 2), ...idsFrom(2 * part, 3)];
  const erasures: Erasure[] = [];
  const erasure: Begun = {
    begin: async () => {
      erasures.push((await ask('POST /erasures', { body: { ticket_ids: erased } })) as Erasure);
    },
    end: async () => {
      for (const { id } of erasures) await provenErasure(request, id);
    },
  };
  // Restored ones, new ones, and those that the last upload stored again since their upload was undone; three of them are erased.
  const active = part + 5 + part - 3;
  return {
    /** Uploads, corrects, withdraws and restores. */
    change: async () => {
      await upload(
        first,
        idsFrom(0, size / 2).map((id) => goodTicket(id)),
      );
      await upload(second, [
        ...idsFrom(0, part).map((id) => goodTicket(id, 'возврат')),
        ...idsFrom(size / 2, size / 2).map((id) => goodTicket(id)),
      ]);
      for (const id of [0, part, part + 1, size - 1]) await correct(id);
      await ask('POST /withdrawals', { body: { ticket_ids: idsFrom(2 * part, part) } });
      await ask('POST /restorations', { body: { ticket_ids: [2 * part, 2 * part + 5] } });
      for (const id of [0, 1, part, size - 2]) await ask(`PUT /tickets/${id}/flag`);
      await ask(`DELETE /tickets/${part}/flag`);
      await ask('PATCH ', { body: { name: 'Другое имя', ticket_url: 'https://desk.example/{ticket_id}' } });
    },
    /** What goes on in the background, one after the other; the second upload is undone before the erasure, the first one after it. */
    begun: [undo(second, size - 2), erasure, undo(first, size / 2 - 1)],
    /** An upload that meets undone and erased tickets; some are restored after it. */
    changeAgain: async () => {
      await upload(
        last,
        [...idsFrom(0, part), ...idsFrom(size, 5)].map((id) => goodTicket(id, 'доставка')),
      );
      await ask('POST /restorations', { body: { ticket_ids: idsFrom(size / 2, part) } });
    },
    /** Every row in both orders, counts, histories, results of a search, and uploads and erasures with what became of their tickets. */
    seen: async (): Promise<Readonly<Record<string, unknown>>> => {
      const found: Record<string, unknown> = {};
      const look = async (path: string) => (found[path] = (await request(`GET ${path}`)).body);
      for (const sort of ['stored', 'changed']) {
        for (const filter of [
          'state=active',
          'state=withdrawn',
          'flagged=true',
          `text=${encodeURIComponent('возврата')}`,
        ]) {
          let after = '';
          for (let next: string | null = ''; next !== null; after = `&after=${next}`)
            ({ next } = (await look(`/tickets?limit=100&sort=${sort}&${filter}${after}`)) as Page);
        }
      }
      for (const id of [0, 1, 2, part, part + 1, 2 * part + 1, size / 2, size - 1]) await look(`/tickets/${id}`);
      for (const id of [first, second, last]) {
        for (const path of ['', '/undo', '/tickets?limit=100']) await look(`/uploads/${id}${path}`);
      }
      for (const { id } of erasures) await look(`/erasures/${id}/receipt`);
      for (const path of ['', '/categories', '/uploads', '/erasures', '/export.jsonl']) await look(path);
      const query = { collection_id: collection, query: 'не работает оплата заказа картой', generate_answer: false };
      const { body } = await call(url(), 'POST /api/search', { credential: user.token, body: query });
      return { ...found, search: body };
    },
    /** Of what is seen at the end. */
    expected: {
      [`/uploads/${second}/undo`]: { state: 'finished', withdrawn: size / 2, taken_back: part - 1, left: 1, gone: 0 },
      '/categories': { states: { active, withdrawn: size + 5 - active - erased.length } },
      '': { name: 'Другое имя', ticket_count: active },
    },
  };
};
