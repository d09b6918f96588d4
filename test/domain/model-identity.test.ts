import test from 'ava';
import { choiceOf, identityOf, modelOfChoice, prefixedModel } from '../../src/domain/model-identity.ts';

const parts = ['', ' ', 'query: ', '"', '\\', '\\"', ' ["', '","', '"]', 'x ["a","b"]', 'запрос: ', '\u2028', '🙂'];
const names = ['e5', 'org/e5:latest', 'a b', 'e5 [', 'e5 ["a"]', 'e5 ["\\x","b"]'];

test('a model without prefixes is its name', (t) => {
  for (const name of names) {
    t.is(identityOf({ name, prefixes: { query: '', ticket: '' } }), name);
    t.deepEqual(prefixedModel(name), { name, prefixes: { query: '', ticket: '' } });
  }
  t.is(identityOf(prefixedModel('e5 ["",""]')), 'e5');
});

test('two models have one identity only if name and prefixes are the same, and both can be read from it', (t) => {
  const identities = new Set<string>();
  for (const name of names) {
    for (const query of parts) {
      for (const ticket of parts) {
        const model = { name, prefixes: { query, ticket } };
        const identity = identityOf(model);
        identities.add(identity);
        t.deepEqual(prefixedModel(identity), model);
        const choice = choiceOf({ model: identity, dimensions: 4 });
        t.is(choice.model, name);
        t.deepEqual(modelOfChoice(JSON.parse(JSON.stringify(choice)) as typeof choice), {
          model: identity,
          dimensions: 4,
        });
      }
    }
  }
  t.is(identities.size, names.length * parts.length ** 2);
});

test('a choice that was recorded before there were prefixes is of a model without any', (t) => {
  t.deepEqual(modelOfChoice({ model: 'e5', dimensions: 4 }), { model: 'e5', dimensions: 4 });
  t.deepEqual(choiceOf({ model: 'e5', dimensions: 4 }), { model: 'e5', dimensions: 4 });
});
