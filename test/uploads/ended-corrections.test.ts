import test from 'ava';
import { NotAuthenticated } from '../../src/domain/errors.ts';
import { streamOf } from '../../src/domain/streams.ts';
import { recordId } from '../../src/domain/ticket-record.ts';
import { correctTicket } from '../../src/uploads/correct-ticket.ts';
import { goodTickets, openUploads } from '../support/uploading.ts';

/** A correction that is given up while it is cleaned, or while a model that never answers embeds it. */
const endedIn = (step: 'its turn' | 'a model') =>
  test(`a correction whose session ends in ${step} is not stored, and waits for nothing`, async (t) => {
    const ending = new AbortController();
    const end = () => ending.abort(new NotAuthenticated());
    const embedded: string[] = [];
    const { upload, needs, collection, tenantId } = await openUploads(t, ([text = '']) => {
      embedded.push(text);
      if (embedded.length === 1) return;
      end();
      return new Promise(() => undefined);
    });
    await upload(goodTickets(1));
    const [ticketId] = goodTickets(1).map(({ ticket_id: id }) => id);
    const correction = {
      ...{ tenantId, customer: '192.0.2.1', collectionId: collection.id, ticketId: String(ticketId), revision: 1 },
      ...{ surface: 'web' as const, problem: 'Не печатает принтер на кассе' },
    };
    const corrected = correctTicket(needs)(correction, {
      turn: (work) => {
        if (step === 'its turn') end();
        return work();
      },
      yieldIfDue: () => undefined,
      signal: ending.signal,
    });
    await t.throwsAsync(corrected, { instanceOf: NotAuthenticated });
    t.is(embedded.length, step === 'its turn' ? 1 : 2);
    const events = await needs.streams.read(streamOf.ticket(collection.id, recordId(tenantId, String(ticketId))));
    t.is(events.length, 1);
  });

endedIn('its turn');
endedIn('a model');
