import type { SyncMessages } from './messages.ts';

/** The texts of the pull in English. */
export const english: SyncMessages = {
  usage: `Usage: npm run sync -- zendesk|omnidesk|helpdeskeddy --collection ID [--since DATE] [--desk URL] [--url URL]

Pulls the solved tickets that have changed since the last time out of a desk and stores them in a collection. The collection keeps how far the
command has come: after a break the same command goes on from there, and a repeat does no harm.
  --collection  id of the collection
  --since       with which change to begin the first time, such as 2026-01-01; without it at the very beginning
  --restart     begin at --since again, whatever was reached
  --desk        address of the desk, such as https://acme.zendesk.com; without it ZENDESK_URL, OMNIDESK_URL or HELPDESKEDDY_URL
  --url         address of the service; without it PRECEDENT_URL, else http://127.0.0.1:8000
  --attempts    how often in a row to try without an answer, 10 by default
  --lang        ru or en, by LANG without it

Secrets come from the environment or the .env file only: PRECEDENT_API_KEY (a key with the scope "upload" for this collection) and
  zendesk       ZENDESK_EMAIL, ZENDESK_API_TOKEN
  omnidesk      OMNIDESK_EMAIL, OMNIDESK_API_KEY
  helpdeskeddy  HELPDESKEDDY_EMAIL, HELPDESKEDDY_API_KEY
or the same names with _FILE at their end: the path of a file with the key.

Exit status: 0 everything was pulled; 1 it failed (it says how); 2 the command was not understood; 130 interrupted.`,
  misuse: {
    desk: 'Name the desk: zendesk, omnidesk or helpdeskeddy',
    since: '--since: a date, such as 2026-01-01 or 2026-01-01T10:00:00Z',
    address: (variable) =>
      `The address of the desk is needed in --desk or ${variable}: https://…, without a path; http:// for localhost only`,
    secret: (variable) => `Not set: ${variable} (or ${variable}_FILE), in the environment or the .env file`,
  },
  begin: (desk, host, from) => `${desk}, ${host}: tickets that have changed since ${from}`,
  goOn: (desk, host) => `${desk}, ${host}: going on from the last time`,
  page: (number) => `Page ${number}`,
  fetching: 'reading conversations',
  read: 'read',
  unreadable: (count, ids) => `  cannot be read and were not sent: ${count} (${ids})`,
  ahead: (count) =>
    `  changed in the future, as the desk says: ${count}; they are read again each time, and others are not missed for them`,
  nothing: 'Nothing has changed since the last time.',
  pausing: (seconds) => `The desk takes a limited number of requests; pausing ${seconds}`,
  deskBusy: (status) => `The desk asks to wait (${status})`,
  deskSilent: 'The desk is silent',
  deskUnreachable: (code) => `No connection to the desk (${code})`,
  wrongCredentials: (status) =>
    `The desk let nobody in (${status}): check the address, the user and the key, and that access by API is on`,
  redirected: (status) =>
    `The desk sends to another address (${status}); the key was not sent there. Check the address in --desk`,
  deskRefused: (status) => `The desk refused (${status}); if what was reached is out of date there: --restart`,
  unknownHost: (address) => `There is no such address: ${address}`,
  untrusted: (address, code) => `The certificate of ${address} cannot be trusted (${code})`,
  unexpected: (what) => `The answer of the desk is not as its documentation says: ${what}. Check the address in --desk`,
  again: 'What was stored stays. Run the same command again: it goes on from here.',
};
