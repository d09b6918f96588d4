import type { Messages } from './messages.ts';

/** The command's texts in English. */
export const english: Messages = {
  usage: `Usage: npm run upload -- FILE --collection ID [--url URL] [--preview] [--on-duplicate update]

Sends a file of tickets of any size (JSON, CSV, XLSX, exports of help desks, also gzip) into a collection in parts and shows how far it is. After a break the same command goes on
where it stopped; nothing is stored twice.
  --collection  id of the collection
  --url         address of the service; without it PRECEDENT_URL, else http://127.0.0.1:8000
  --key         the API key. Better give it in PRECEDENT_API_KEY (environment or .env file): a command line can be seen in the list of processes
  --columns     how to read columns: '{"Number":"ticket_id","Notes":null}'
  --sheet       the sheet of a workbook; without it the first one with a header that is recognised
  --header-row  the row of the header, 1 to 20; without it the command looks for it
  --read-as     how to read JSON: own (tickets of the service) or the export of a desk: zendesk, freshdesk, jira, intercom, omnidesk, usedesk,
                helpdeskeddy, zammad, chatwoot; without it the command recognises it
  --preview     only show what the file holds and what would become of it; nothing is stored
  --on-duplicate  update: correct stored tickets whose content differs; skip (by default): they are duplicates
  --skipped     write all skipped tickets with the file's rows and how to repair them
  --strict      end with status 3 where rules have skipped something (repeated ids do not count)
  --attempts    how often in a row to try without an answer, 10 by default
  --lang        ru or en, by LANG without it

Exit status: 0 the whole file was processed; 1 it failed (it says how); 2 the command was not understood; 3 see --strict; 130 interrupted.`,
  exportUsage: `Usage: npm run export -- --collection ID --output FILE.jsonl
       npm run export --silent -- --collection ID > FILE.jsonl

Writes the tickets of a collection as JSON Lines, as npm run upload takes them. With --output the file appears once it is whole.
  --collection  id of the collection
  --output      the file; without it the standard output
  --state       active (by default) or withdrawn
  --url         address of the service; without it PRECEDENT_URL, else http://127.0.0.1:8000
  --key         the API key. Better give it in PRECEDENT_API_KEY (environment or .env file)
  --lang        ru or en, by LANG without it

Exit status: 0 all tickets were written; 1 it failed and what was written is not the whole; 2 the command was not understood; 130 interrupted.`,
  exportIncomplete: (reason) => `${reason}. What was written is not the whole: run it again.`,
  exported: (count, path) => `Tickets: ${count}, written to ${path}`,
  help: 'More: npm run upload -- --help',
  misuse: {
    file: 'Name one file',
    noFile: 'There is no such file, or it cannot be read:',
    collection: 'Name the collection: --collection and its id (a UUID)',
    key: 'No API key: set PRECEDENT_API_KEY (or --key); the key is shown in the settings and by GET /api/me',
    url: 'The address of the service must begin with http:// or https://:',
    columns: '--columns: a JSON object with the name of a column or null for each title',
    headerRow: (max) => `--header-row: a whole number from 1 to ${max}`,
    readAs: (names) => `--read-as: one of ${names}`,
    number: 'A whole number above zero is needed:',
    onDuplicate: '--on-duplicate: skip or update',
    skipped: '--skipped: this is the file that is sent',
    lang: '--lang: ru or en',
    state: '--state: active or withdrawn',
    banner: 'npm writes lines of its own to the standard output: npm run export --silent …, or --output FILE',
  },
  count: (value) => value.toLocaleString('en-GB'),
  duration: (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`),
  checking: 'Checking the file, tickets:',
  file: 'File:',
  tickets: 'Tickets:',
  parts: 'parts:',
  part: 'Part',
  of: 'of',
  perSecond: '/s',
  left: 'left',
  phases: { sending: 'sending', waiting: 'waiting its turn', running: 'processing', known: 'was done before' },
  stored: 'stored',
  skipped: 'skipped',
  encoding: 'encoding',
  delimiter: 'delimiter',
  columns: 'Columns:',
  totalRows: (rows) => `Totals of the table and no tickets, left out: rows ${rows}`,
  tableOfDesk: (name) => `Table of ${name}.`,
  desk: (name) => `Export of ${name}. Left out:`,
  nothing: 'nothing',
  deskRemarks: {
    private: 'internal notes',
    automated: 'texts of rules and bots',
    ai: 'replies of language models',
    'unknown-author': 'messages whose author cannot be told',
    cut: 'tickets whose conversation may not be whole',
    'no-ticket': 'records that are no tickets',
  },
  ignored: 'not read',
  displaced: (by, columns) => `not read because of column "${by}"; else --columns '${columns}'`,
  assigned: 'assigned',
  row: 'row',
  ticketOfFile: 'ticket of the file',
  problem: 'Problem:',
  solution: 'Solution:',
  outcomes: {
    stored: 'Stored',
    updated: 'Updated',
    duplicate: 'id exists already',
    withdrawn: 'hidden from search',
    erased: 'deleted for good',
    'no-solution': 'no solution over 100 characters',
    'ends-with-question': 'ends with a question',
    'stock-phrase': 'stock phrase',
    'no-problem': 'no problem',
    unresolved: 'not resolved',
    merged: 'merged into another',
    spam: 'spam',
    deleted: 'deleted in the desk',
    'no-request': 'no request of a client',
    'no-conversation': 'no conversation',
    'screenshot-only': 'solution in a picture',
    'too-large': 'conversation over 256 KiB',
  },
  replaced: (corrected, flagged) => `Work by hand would be replaced: edited tickets ${corrected}, flags ${flagged}.`,
  skippedAll: 'Skipped',
  remedies: {
    stored: '',
    updated: '',
    duplicate: 'in the collection or earlier in the file; give another ticket another id',
    withdrawn: 'restore it if it is needed: an upload does not',
    erased: 'is not stored again; give another ticket another id',
    'no-solution': 'write out a support reply of more than 100 characters',
    'ends-with-question': 'add the reply that solved the problem',
    'stock-phrase': 'remove it from the end or add the solution',
    'no-problem': 'add what the client asked for',
    unresolved: 'export it again once it is resolved',
    merged: '',
    spam: '',
    deleted: '',
    'no-request': '',
    'no-conversation': 'export the tickets with their messages',
    'screenshot-only': 'describe the solution in words',
    'too-large': 'add it by hand: problem and solution',
  },
  more: (count) => `… and ${count} more`,
  unreadable: (count) => `Tickets that cannot be read: ${count}. Nothing was sent; repair them and run it again.`,
  unreadablePreview: (count) => `Cannot be read (an upload would be refused): ${count}`,
  skippedWritten: (path) => `The skipped tickets were written to ${path}`,
  skippedHint: 'Which ones: the same command with --skipped FILE.csv (nothing is stored twice)',
  or: 'or',
  previewHead: 'Nothing was stored. An upload would give:',
  previewTickets: 'The first tickets as they would be stored:',
  previewSkipped: 'The first skipped ones:',
  previewParts: 'Ids repeated between parts are not seen here: an upload may skip more.',
  retry: (reason, seconds, attempt) => `${reason}; trying again in ${seconds} (${attempt})`,
  pausing: (seconds) => `The service takes a limited number of requests a minute; pausing ${seconds}`,
  stillRunning: (part) => `${part} is being processed already; waiting for its end`,
  refused: (status, detail) => `The service refused (${status}): ${detail}`,
  tooLarge: (mebibytes) => `The answer has more than ${mebibytes} MiB, as none of Precedent has; check --url`,
  notPrecedent: 'The answer does not look like one of Precedent; check --url',
  noConnection: (code) => `No connection to the service (${code})`,
  silent: 'The service is silent',
  gaveUp: (reason) => `${reason}. Giving up.`,
  again: 'What was stored stays. Run the same command again: it goes on from here.',
  interrupted: 'Interrupted.',
  fileChanged: 'The file changed while it was being sent',
  done: (parts) => `Parts done: ${parts}`,
};
