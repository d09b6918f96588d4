import test from 'ava';
import type { ColumnName } from '../../src/domain/ticket-fields.ts';
import { desks } from '../../src/ticket-files/desk-headings.ts';
import { headerColumns } from '../../src/ticket-files/header-columns.ts';

/** How each title of a header is read. */
const readAs = (titles: readonly string[]) => {
  const columns = headerColumns(titles, new Map());
  return (title: string) => columns.find((each) => each.title === title)?.column ?? null;
};

/** Headers as the desks write them, and how each title is read. */
const exports: Readonly<Record<keyof typeof desks, readonly (readonly [title: string, column: ColumnName | null])[]>> =
  {
    zendesk: [
      ['ID', 'ticket_id'],
      ['Requester', 'client'],
      ['Assignee', null],
      ['Subject', 'category'],
      ['Description', 'description'],
      ['Status', null],
    ],
    freshdesk: [
      ['Ticket Id', 'ticket_id'],
      ['Subject', 'category'],
      ['Description', 'description'],
      ['Status', null],
      ['Customer', null],
      ['Requester', 'client'],
      ['Agent', null],
      ['Due by Time', null],
    ],
    jira: [
      ['Summary', 'category'],
      ['Issue key', 'ticket_id'],
      ['Issue id', null],
      ['Issue Type', null],
      ['Status', null],
      ['Project description', null],
      ['Resolution', null],
      ['Reporter', 'client'],
      ['Description', 'description'],
      ['Comment', null],
      ['Comment', null],
    ],
    omnidesk: [
      ['case_id', null],
      ['case_number', 'ticket_id'],
      ['subject', 'category'],
      ['user_full_name', 'client'],
      ['content', 'description'],
    ],
    usedesk: [
      ['id', 'ticket_id'],
      ['subject', 'category'],
      ['message', 'description'],
      ['client_name', 'client'],
      ['client_email', null],
    ],
    intercom: [
      ['message_id', null],
      ['message_body', 'text'],
      ['message_type', null],
      ['message_author_type', 'role'],
      ['message_author_name', 'client'],
      ['conversation_tags', 'category'],
      ['conversation_id', 'ticket_id'],
    ],
    hubspot: [
      ['Ticket ID', 'ticket_id'],
      ['Ticket name', null],
      ['Ticket description', 'description'],
      ['Category', 'category'],
      ['Resolution', null],
    ],
  };

for (const [desk, header] of Object.entries(exports)) {
  test(`the columns of an export are recognised: ${desk}`, (t) => {
    const read = readAs(header.map(([title]) => title));
    for (const [title, column] of header) t.is(read(title), column, title);
  });
}

type Rows = {
  readonly recognisedBy: readonly (readonly string[])[];
  readonly headings: readonly (readonly [heading: string, column: ColumnName | null])[];
};
for (const [desk, { recognisedBy, headings }] of Object.entries<Rows>(desks)) {
  for (const [heading, column] of headings) {
    test(`in an export a heading is read as its column: ${desk}, ${heading}`, (t) => {
      const titles = [...(recognisedBy.find((all) => all.includes(heading)) ?? recognisedBy[0] ?? []), heading];
      const [first] = headings.find(([name, other]) => other === column && titles.includes(name)) ?? [];
      t.is(readAs(titles)(heading), column === null || first === heading ? column : null);
    });
  }
}

test('a heading of a desk means what it says in other files', (t) => {
  const read = readAs(['Номер', 'Проблема', 'Resolution', 'Customer', 'Requester']);
  t.deepEqual(['Resolution', 'Customer', 'Requester'].map(read), ['solution', 'client', null]);
});

test('of two headings for one column the first of the desk is read, and no other title takes its place', (t) => {
  const read = readAs(['Ticket Id', 'Subject', 'Requester', 'Category', 'Client']);
  t.deepEqual(['Subject', 'Category', 'Requester', 'Client'].map(read), [null, 'category', 'client', null]);
});
