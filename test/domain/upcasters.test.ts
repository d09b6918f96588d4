import test from 'ava';
import { toCurrentShape, upcasting } from '../../src/domain/upcasters.ts';

const renamed = {
  from: 'TicketKept',
  to: 'TicketStored',
  upcast: (data: unknown) => ({ ...(data as object), client: '' }),
};
const older = { from: 'TicketSaved', to: 'TicketKept', upcast: (data: unknown) => data };

test('an old shape becomes today’s through every shape between', (t) => {
  const upcast = upcasting([renamed, older]);
  t.deepEqual(upcast({ type: 'TicketSaved', data: { ticketId: '1' } }), {
    type: 'TicketStored',
    data: { ticketId: '1', client: '' },
  });
});
test('today’s shapes pass untouched', (t) => {
  const fact = { type: 'TicketStored', data: { ticketId: '1' } };
  t.is(upcasting([renamed])(fact), fact);
  t.is(toCurrentShape(fact), fact);
});
test('an upcast that keeps its type or comes back to it is refused at once', (t) => {
  t.throws(() => upcasting([{ ...renamed, to: 'TicketKept' }]), { message: /new type/ });
  t.throws(() => upcasting([renamed, { ...renamed, from: 'TicketStored', to: 'TicketKept' }]), { message: /new type/ });
});
test('two upcasts from one type are refused', (t) => {
  t.throws(() => upcasting([renamed, renamed]), { message: /same type/ });
});
