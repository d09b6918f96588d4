import test from 'ava';
import { ticketOutcomes } from '../../src/ports/uploads.ts';
import { outcomes } from '../../ui/pages/upload/upload-records.ts';

test('the web interface names every outcome of the service', (t) => {
  t.deepEqual([...outcomes], [...ticketOutcomes]);
});
