import { readFileSync } from 'node:fs';
import test from 'ava';
import { demoQueries } from '../../scripts/demo/queries.ts';
import { skipRulesWith } from '../../src/domain/skip-rules.ts';
import { isStockMessage } from '../../src/stock-phrases/is-stock-message.ts';

const { skippedBy } = skipRulesWith(isStockMessage);

type DemoMessage = { readonly role: string; readonly text: string };
type DemoTicket = {
  readonly ticket_id: string | number;
  readonly description: string;
  readonly messages: readonly DemoMessage[];
};

const tickets = JSON.parse(
  readFileSync(new URL('../../scripts/demo/tickets.json', import.meta.url), 'utf8'),
) as readonly DemoTicket[];
const supportRoles = ['support', 'assistant', 'operator', 'agent'];
const clientRoles = ['client', 'user', 'customer'];

const textsOf = (messages: readonly DemoMessage[], roles: readonly string[]) =>
  messages.filter(({ role }) => roles.includes(role)).map(({ text }) => text);

const outcome = ({ description, messages }: DemoTicket) =>
  skippedBy({
    problem: [description, ...textsOf(messages, clientRoles)].filter((text) => text !== ''),
    solution: textsOf(messages, supportRoles),
  }) ?? 'stored';

const ids = tickets.map(({ ticket_id }) => String(ticket_id));

test('the demo has at least 70 tickets, two of which repeat an id', (t) => {
  t.true(tickets.length >= 70);
  t.is(tickets.length - new Set(ids).size, 2);
});

test('each rule skips as many demo tickets as it is meant to', (t) => {
  const first = tickets.filter((_, i) => ids.indexOf(ids[i] ?? '') === i);
  const counts = Object.groupBy(first.map(outcome), (name) => name);
  t.deepEqual(Object.fromEntries(Object.entries(counts).map(([name, all]) => [name, all.length])), {
    stored: tickets.length - 13,
    'no-solution': 2,
    'ends-with-question': 2,
    'stock-phrase': 5,
    'no-problem': 2,
  });
});

test('every role that the contract knows is there, and a message of a bot', (t) => {
  const roles = tickets.flatMap(({ messages }) => messages.map(({ role }) => role));
  for (const role of [...supportRoles, ...clientRoles, 'bot']) t.true(roles.includes(role), role);
});

test('every demo query expects tickets that are stored', (t) => {
  const stored = new Set(
    tickets.filter((ticket) => outcome(ticket) === 'stored').map(({ ticket_id }) => String(ticket_id)),
  );
  for (const { query, expected } of demoQueries) {
    t.true(expected.length > 0, query);
    for (const id of expected) t.true(stored.has(id), id);
  }
});
