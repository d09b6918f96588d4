import test from 'ava';
import { cleanAddress } from '../../src/personal-data/clean-address.ts';

test('an address of a ticket stays as it is, however its number looks', (t) => {
  const addresses = [
    'https://desk.example.com/agent/tickets/4711',
    'https://desk.example.com/agent/tickets/79161234567',
    'https://acme.atlassian.net/browse/PROJ-4711',
    'https://desk.example.com/#ticket/zoom/4711',
    'http://10.0.0.5:8080/index.php?Action=AgentTicketZoom;TicketID=4711',
    'https://desk.example.com/a/tickets/1?view=all&page=2#note-5',
    'https://ivanov.example.com/ticket.php?id=1',
  ];
  for (const address of addresses) t.is(cleanAddress(address), address);
});

test('a parameter that says who somebody is, or how to reach them, is removed', (t) => {
  const named: Readonly<Record<string, string>> = {
    'https://desk.example.com/t/1?email=ivan%40example.com&id=2': 'https://desk.example.com/t/1?id=2',
    'https://desk.example.com/t/1?id=2&user=ivan@example.com': 'https://desk.example.com/t/1?id=2',
    'https://desk.example.com/t/1?phone=%2B79161234567': 'https://desk.example.com/t/1',
    'https://desk.example.com/t/1?phone=79161234567#note': 'https://desk.example.com/t/1#note',
    'https://desk.example.com/t/1?client=%D0%98%D0%B2%D0%B0%D0%BD+%D0%9F%D0%B5%D1%82%D1%80%D0%BE%D0%B2':
      'https://desk.example.com/t/1',
    'https://desk.example.com/t/1?client=Иван_Петров&x=1': 'https://desk.example.com/t/1?x=1',
    // What no decoder reads is not known to be harmless.
    'https://desk.example.com/t/1?q=%ff': 'https://desk.example.com/t/1',
  };
  for (const [address, cleaned] of Object.entries(named)) t.is(cleanAddress(address), cleaned);
});

test('an address that leads to a person is none', (t) => {
  const personal = [
    'https://desk.example.com/users/ivan@example.com/tickets/1',
    'https://desk.example.com/clients/Иван-Петров',
    'https://desk.example.com/clients/ivan.petrov/1',
    'https://desk.example.com/#/customers/%2B7%20916%20123-45-67',
    'https://desk.example.com/#search?email=ivan@example.com',
    'no address',
  ];
  for (const address of personal) t.is(cleanAddress(address), '', address);
});

test('cleaning again changes nothing', (t) => {
  const once = cleanAddress('https://desk.example.com/т/1?a=Иван&b=2&c=%D0%B8');
  t.is(cleanAddress(once), once);
});
