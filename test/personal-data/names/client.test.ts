import test from 'ava';
import fc from 'fast-check';
import { runToCompletion } from '../../../src/concurrency/steps.ts';
import { findPersonalData } from '../../../src/personal-data/find.ts';

const clients = ['Варя', 'Роза', 'Иван Петров', 'Лена Ким', 'ООО Ромашка'];
const said = ['заявка от вари', 'Роза принесла заказ', 'передайте лене ким', 'Иванов сказал Петру', 'от Ромашки'];

/** The names in texts, as the numbers of their characters. */
const namesIn = (texts: readonly string[], client?: string): ReadonlySet<string> => {
  const found = runToCompletion(findPersonalData(texts, { names: true, client }));
  const characters = found.flatMap((spans, text) =>
    spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => `${text}:${start + at}`)),
  );
  return new Set(characters);
};

test('what is a name without its client is one with it, whoever that is', (t) => {
  const texts = fc.array(fc.constantFrom(...said), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...clients), texts, (client, conversation) => {
      const withClient = namesIn(conversation, client);
      t.deepEqual(
        [...namesIn(conversation)].filter((each) => !withClient.has(each)),
        [],
      );
    }),
  );
  t.true(namesIn(['заявка от вари'], 'Варя').size > 0);
});
