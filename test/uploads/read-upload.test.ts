import { createHash } from 'node:crypto';
import test from 'ava';
import type { SpooledUpload } from '../../src/ports/ingest.ts';
import { receiveBytes } from '../../src/uploads/receive-bytes.ts';
import { abortableLimit } from '../../src/concurrency/abortable-limit.ts';
import { roomOfTenant } from '../support/page-files.ts';
import { uploadOf } from '../../src/uploads/read-upload.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const spooled = (text: string, more: Partial<SpooledUpload> = {}): SpooledUpload => {
  const received = receiveBytes({ hash: true });
  for (const byte of Buffer.from(text)) received.write(Buffer.of(byte));
  return {
    ...received.end(),
    kind: 'file',
    path: '/nowhere',
    name: 'tickets.csv',
    type: 'text/csv',
    customer: 'home',
    columns: new Map(),
    tenantId: 'tenant',
    collectionId: 'collection',
    uploadId: 'upload',
    surface: 'web',
    ...more,
  };
};

const reading = {
  ...{ signal: new AbortController().signal, yieldIfDue: () => undefined },
  limitWorkbooks: { first: abortableLimit(2), later: abortableLimit(1) },
  room: roomOfTenant(),
};

test('the digest covers the bytes, the collection and the assigned columns in any order', (t) => {
  const digestOf = (text: string, more?: Partial<SpooledUpload>) => uploadOf(spooled(text, more), reading).digest;
  t.is(digestOf('id;problem'), sha256(JSON.stringify([sha256('id;problem'), 'collection', []])));
  const assigned = [
    ['А', null],
    ['Б', 'problem'],
  ] as const;
  const expected = sha256(JSON.stringify([sha256('x'), 'collection', assigned]));
  t.is(digestOf('x', { columns: new Map(assigned) }), expected);
  t.is(digestOf('x', { columns: new Map(assigned.toReversed()) }), expected);
  t.is(digestOf('x', { sha256: null }), null);
});

test('an upload is described by what was received: its name, its format, and null for a format that is not known', (t) => {
  const described = (text: string, more?: Partial<SpooledUpload>) => {
    const { fileName, format } = uploadOf(spooled(text, more), reading);
    return { fileName, format };
  };
  t.deepEqual(described('id;problem'), { fileName: 'tickets.csv', format: 'csv' });
  t.deepEqual(described('[]'), { fileName: 'tickets.csv', format: 'json' });
  t.deepEqual(described('%PDF', { name: 'a.pdf', type: '' }), { fileName: 'a.pdf', format: null });
  t.deepEqual(described('{}', { kind: 'body', name: '' }), { fileName: null, format: 'json' });
});
