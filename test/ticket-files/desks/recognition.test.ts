import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { columnNames, columns } from '../../../src/domain/ticket-fields.ts';
import { deskOfHeader, desks as tables } from '../../../src/ticket-files/desk-headings.ts';
import { desks } from '../../../src/ticket-files/desks/desks.ts';
import { arrayItems } from '../../../src/ticket-files/json-body.ts';
import { isPage, pageItems } from '../../../src/ticket-files/json-page.ts';
import { goodTicket } from '../../support/api.ts';
import { collected, inspector, spoolFolder } from '../spooled.ts';

const { spool, remove } = await spoolFolder();
test.after.always(remove);
const inspect = inspector(spool);

const folder = 'test/data/desks';
const files = readdirSync(folder);
const titlesOf = (name: string): readonly string[] =>
  readFileSync(`${folder}/${name}`, 'utf8').split('\n')[0]?.split(',') ?? [];

for (const name of files.filter((file) => !file.startsWith('osticket'))) {
  const desk = name.split(/[.-]/)[0];
  test(`an export is recognised as its desk’s: ${name}`, async (t) => {
    const { items, found } = await inspect(readFileSync(`${folder}/${name}`), { name });
    const recognised: string | undefined = found.desk?.name;
    t.is(recognised, desk);
    t.false(found.desk?.isChosen);
    t.true(items.length > 0);
  });
}

for (const name of files.filter((file) => file.endsWith('.json'))) {
  test(`each ticket of an export is one of its desk’s alone: ${name}`, async (t) => {
    const bytes = readFileSync(`${folder}/${name}`);
    const path = await spool(bytes);
    const read = (await isPage(path, {})) ? pageItems : arrayItems;
    t.is((await inspect(bytes, { name, readAs: 'own' })).found.desk, undefined);
    for (const item of await collected(read(path, {}))) {
      if (!('value' in item)) throw item;
      const matching = desks.filter(({ unwrap }) => unwrap(item.value) !== undefined);
      t.deepEqual(
        matching.map((each) => each.name as string),
        [name.split(/[.-]/)[0]],
      );
    }
  });
}

for (const name of files.filter((file) => file.endsWith('.csv'))) {
  test(`the header of an export is one of its desk’s alone: ${name}`, (t) => {
    const titles = new Set(titlesOf(name).map((title) => title.toLowerCase()));
    const matching = Object.entries(tables).filter(([, { recognisedBy }]) =>
      recognisedBy.some((all) => all.every((title) => titles.has(title.toLowerCase()))),
    );
    t.deepEqual(
      matching.map(([each]) => each),
      name.startsWith('osticket') ? [] : [name.replace('.csv', '')],
    );
  });
}

test('a ticket of Zendesk is recognised with any of the fields that no other desk has, and not by its requester alone', async (t) => {
  const ticket = { id: 1, subject: 'а', requester_id: 2, status: 'solved', comments: [] };
  const nameOf = async (more: object) =>
    (await inspect(JSON.stringify([{ ...ticket, ...more }]), { name: 'export.json' })).found.desk?.name;
  t.is(await nameOf({ submitter_id: 2 }), 'zendesk');
  t.is(await nameOf({ raw_subject: 'а' }), 'zendesk');
  t.is(await nameOf({ url: 'https://company.zendesk.com/api/v2/tickets/1.json' }), 'zendesk');
  for (const url of ['https://company.example/api/v2/tickets/1', 'https://company.example/tickets/1.json', 'x', 7])
    t.is(await nameOf({ url }), undefined, String(url));
  t.is(await nameOf({ assignee_id: 3 }), undefined);
  t.is(await nameOf({ responder_id: 3 }), 'freshdesk');
});

test('files of our own are no desk’s: templates, tickets, and tables whose titles are called like ours', async (t) => {
  for (const format of ['csv', 'xlsx', 'json']) {
    const name = `tickets.${format}`;
    const { items, found } = await inspect(readFileSync(`ui/templates/${name}`), { name });
    t.true(items.length > 0);
    t.is(found.desk, undefined, name);
  }
  const tickets = JSON.stringify([{ ...goodTicket(1), raw_subject: 'а', requester_id: 1, submitter_id: 2 }]);
  t.is((await inspect(tickets, { name: 'tickets.json' })).found.desk, undefined);
  t.is(deskOfHeader(columnNames), undefined);
  for (const language of ['ru', 'en'] as const) {
    t.is(deskOfHeader(columnNames.map((name) => columns[name].label[language])), undefined, language);
  }
  // The separators tell our names from those of a desk: its titles are words.
  t.is(deskOfHeader(['ticket_id', 'subject', 'requester', 'agent', 'solution']), undefined);
  t.is(deskOfHeader(['TICKET ID', ' Subject ', 'Requester', 'Agent']), 'freshdesk');
});
