import type { DeskName } from '../domain/desks.ts';
import type { ColumnName } from '../domain/ticket-fields.ts';
import { mayBeHeading, type Meaning, meaningOf, normalisedHeading } from './columns.ts';

/** A heading of an export, and the column it is read as; null: it is called like a column but holds something else. */
type DeskHeading = readonly [heading: string, column: ColumnName | null];

type Desk = {
  /** A file is of this desk if it has all headings of one of these lists. */
  readonly recognisedBy: readonly (readonly string[])[];
  /** Of several for one column, the first that a file has is read. */
  readonly headings: readonly DeskHeading[];
};

/**
 * The exports of help desks as tables. The subject is the category where an export has no other, as in the general headings. Agents' replies are in the
 * exports that have one row a message; elsewhere the solution is a field that the team has made, and has to be chosen.
 */
export const desks = {
  /** The fields of a ticket, by the names of the API, or as the columns of a view: https://support.zendesk.com/hc/en-us/articles/4408886165402 */
  zendesk: {
    recognisedBy: [
      ['Requester', 'Assignee'],
      ['requester_id', 'assignee_id'],
    ],
    headings: [
      ['Ticket ID', 'ticket_id'],
      ['ID', 'ticket_id'],
      ['Subject', 'category'],
      ['Description', 'description'],
      ['Requester', 'client'],
      ['Requester name', 'client'],
      ['Solved', 'resolved_at'],
      ['Solved at', 'resolved_at'],
      // In hours.
      ['Resolution time', null],
      // An address of the API.
      ['url', null],
    ],
  },
  /** `Helpdesk::TicketModelExtension.csv_headers` of Freshdesk: github.com/Ramesh-Veeriaperumal/freshconsult, lib/helpdesk/ticket_model_extension.rb */
  freshdesk: {
    recognisedBy: [
      ['Ticket Id', 'Subject', 'Requester'],
      ['Ticket Id', 'Subject', 'Agent'],
    ],
    headings: [
      ['Ticket Id', 'ticket_id'],
      ['Category', 'category'],
      ['Subject', 'category'],
      ['Description', 'description'],
      ['Requester', 'client'],
      // A company.
      ['Customer', null],
    ],
  },
  /** The CSV of an issue search (`Summary,Issue key,Issue id,Issue Type,Status,…,Resolution,…,Reporter,…,Description,…,Comment`), and the data pipeline: https://confluence.atlassian.com/display/ADMINJIRASERVER0907/Data+pipeline+export+schema */
  jira: {
    recognisedBy: [
      ['Issue key', 'Issue Type'],
      ['key', 'issue_type', 'summary'],
    ],
    headings: [
      ['Issue key', 'ticket_id'],
      ['key', 'ticket_id'],
      ['id', null],
      ['Summary', 'category'],
      ['Description', 'description'],
      ['Reporter', 'client'],
      ['reporter_name', 'client'],
      ['Resolved', 'resolved_at'],
      // A word such as Done.
      ['Resolution', null],
    ],
  },
  /** The fields of a case in answers of the API: https://omnidesk.ru/api/cases */
  omnidesk: {
    recognisedBy: [['case_number', 'subject']],
    headings: [
      ['case_number', 'ticket_id'],
      ['case_id', null],
      ['subject', 'category'],
      ['content', 'description'],
      ['user_full_name', 'client'],
    ],
  },
  /** The fields of a ticket in the API: https://api.usedocs.com/article/51378 */
  usedesk: {
    recognisedBy: [['subject', 'message', 'client_name']],
    headings: [
      ['ticket_id', 'ticket_id'],
      ['id', 'ticket_id'],
      ['subject', 'category'],
      ['message', 'description'],
      ['client_name', 'client'],
    ],
  },
  /** One row a message: https://www.prodsight.ai/help-sub/intercomexport-help-center/getting-started/what-does-the-intercom-conversation-export-contain */
  intercom: {
    recognisedBy: [['conversation_id', 'message_body']],
    headings: [
      ['conversation_id', 'ticket_id'],
      ['message_id', null],
      ['conversation_tags', 'category'],
      ['message_author_name', 'client'],
      ['message_author_type', 'role'],
      ['message_body', 'text'],
    ],
  },
  /** The labels of the default properties: https://developers.hubspot.com/docs/api/crm/tickets */
  hubspot: {
    recognisedBy: [['Ticket ID', 'Ticket name']],
    headings: [
      ['Ticket ID', 'ticket_id'],
      ['Category', 'category'],
      ['Ticket name', 'category'],
      ['Ticket description', 'description'],
      // A choice such as Issue fixed.
      ['Resolution', null],
    ],
  },
} as const satisfies Readonly<Partial<Record<DeskName, Desk>>>;

/** The desk whose export a header is of. */
export const deskOfHeader = (titles: readonly string[]): keyof typeof desks | undefined => {
  // With their blanks and underscores, which tell the titles of a desk from the names of our columns: "Ticket Id" is no `ticket_id`.
  const present = new Set(titles.filter(mayBeHeading).map((title) => title.trim().toLowerCase()));
  const has = (heading: string) => present.has(heading.toLowerCase());
  const isOf = ({ recognisedBy }: Desk) => recognisedBy.some((all) => all.every(has));
  return (Object.keys(desks) as (keyof typeof desks)[]).find((name) => isOf(desks[name]));
};

/** Returns how the titles of a header are read: in the export of a desk by its headings, which come before all others, else by their names. */
export const headingReader = (titles: readonly string[]): ((title: string) => Meaning | null) => {
  const desk = deskOfHeader(titles);
  const headings: readonly DeskHeading[] = desk === undefined ? [] : desks[desk].headings;
  const ofDesk = new Map(
    headings.map(([heading, column], index): [string, Meaning | null] => [
      normalisedHeading(heading),
      column && { column, rank: index - headings.length },
    ]),
  );
  return (title) => {
    const meaning = ofDesk.get(normalisedHeading(title));
    return meaning === undefined ? (meaningOf(title) ?? null) : meaning;
  };
};
