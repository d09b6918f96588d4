import test from 'ava';
import { CollectionNotFound, InvalidInput, Unavailable } from '../../src/domain/errors.ts';
import { ownWords, sentence } from '../../src/domain/sentence.ts';
import { quotesFile } from '../../src/ticket-files/columns.ts';

test('a sentence records its words, numbers and what is made of own words; of a text nothing', (t) => {
  const place = sentence`row ${3}, column "${'Иванов'}"`;
  const whole = sentence`${place} must be one of ${ownWords('a, b')}; found ${'тайна'}`;
  t.is(whole.said, 'row 3, column "Иванов" must be one of a, b; found тайна');
  t.is(whole.recorded, 'row 3, column "…" must be one of a, b; found …');
});

test('a refusal with a plain text is recorded without it, but for those of stores, quotas and collections', (t) => {
  const refused = new InvalidInput('"Иванов" is no date');
  t.is(refused.message, '"Иванов" is no date');
  t.is(refused.recorded, 'The request was refused');
  t.is(new InvalidInput(sentence`"${'Иванов'}" is no date`).recorded, '"…" is no date');
  t.is(new Unavailable('Elasticsearch did not answer').recorded, 'Elasticsearch did not answer');
  t.is(new CollectionNotFound().recorded, 'Collection not found');
});

test('a reason quotes a file if it has anything in quotes but signs and known headings', (t) => {
  for (const reason of [
    'row 1: no column ticket_id ("Номер"); found "4711", "Сантехник залил"',
    'row 3, column "Шифр" must not be empty',
    'columns "Номер" and "Номер "заявки" both mean ticket_id; keep one of them',
    'No header row: row 1 names none of ticket_id; found "Номер',
  ])
    t.true(quotesFile(reason), reason);
  for (const reason of [
    'row 1: no column ticket_id ("Номер"); found "Проблема", "…"',
    'row 3, column "Решение" must not be empty',
    'file is not valid JSON: expected "," or "]" at byte 3',
    'Internal error',
  ])
    t.false(quotesFile(reason), reason);
});
