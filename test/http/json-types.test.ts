import test from 'ava';
import { count, list, nullable, oneOf, optional, record, text } from '../../src/http/schemas/json-types.ts';

type Item = { readonly itemId: string; readonly size: number | null; readonly note?: string };

const item = record<Item>()('An item', {
  size: ['size', nullable(count), 'In bytes'],
  itemId: ['item_id', text],
  note: ['note', optional(text)],
});

test('a record is written with exactly the fields of its table, in its order', (t) => {
  const source = { itemId: '7', secret: 'x', size: null };
  t.is(JSON.stringify(item.toJson(source)), '{"size":null,"item_id":"7"}');
  t.is(JSON.stringify(list(item).toJson([{ ...source, note: 'new' }])), '[{"size":null,"item_id":"7","note":"new"}]');
});

test('the schema of a record names its fields, and requires all but the optional ones', (t) => {
  t.deepEqual<unknown, object>(item.schema, {
    type: 'object',
    description: 'An item',
    properties: {
      size: { type: ['integer', 'null'], minimum: 0, description: 'In bytes' },
      item_id: { type: 'string' },
      note: { type: 'string' },
    },
    required: ['size', 'item_id'],
    additionalProperties: false,
  });
  t.deepEqual<unknown, object>(nullable(oneOf('a', 'b')).schema, { type: ['string', 'null'], enum: ['a', 'b', null] });
});

/** Checked by the compiler: a table that does not fit its record does not compile. */
export const misfits = [
  // @ts-expect-error: a property without a field
  record<Pick<Item, 'itemId' | 'size'>>()('An item', { itemId: ['item_id', text] }),
  // @ts-expect-error: null is not in the type
  record<Pick<Item, 'size'>>()('An item', { size: ['size', count] }),
  // @ts-expect-error: the property may be left out
  record<Pick<Item, 'note'>>()('An item', { note: ['note', text] }),
  // @ts-expect-error: no such property
  record<Pick<Item, 'itemId'>>()('An item', { itemId: ['item_id', text], owner: ['owner', text] }),
];
