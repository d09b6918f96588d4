const jsonDeskNames = {
  zendesk: 'Zendesk',
  freshdesk: 'Freshdesk',
  jira: 'Jira Service Management',
  intercom: 'Intercom',
  omnidesk: 'Omnidesk',
  usedesk: 'Usedesk',
  helpdeskeddy: 'HelpDeskEddy',
  zammad: 'Zammad',
  chatwoot: 'Chatwoot',
} as const;

/** The help desks whose exports are recognised, with their names as they call themselves; tables of HubSpot alone. */
export const deskNames = { ...jsonDeskNames, hubspot: 'HubSpot' } as const;

export type DeskName = keyof typeof deskNames;
export type JsonDeskName = keyof typeof jsonDeskNames;

/** How a file of JSON is to be read: as the export of a desk, or as tickets of this service; what is left out is recognised. */
export type ReadAs = JsonDeskName | 'own';

export const readAsNames = ['own', ...Object.keys(jsonDeskNames)] as readonly ReadAs[];

/**
 * What is worth a remark in an export: messages that are on neither side, conversations of which it may have only a part, and members of its list that are no
 * tickets. Of messages: internal notes; the texts of rules, bots and the desk itself; those of language models, since answers would be learnt from answers; and
 * those of authors whose side cannot be told.
 */
export const deskRemarks = ['private', 'automated', 'ai', 'unknown-author', 'cut', 'no-ticket'] as const;
export type DeskRemark = (typeof deskRemarks)[number];

/**
 * Why a ticket of a desk's export is not looked at: it is not resolved, was merged into another, is spam, was deleted, or is no request of a client; the export has
 * none of its messages; the solution is a picture; the conversation is larger than that of a ticket may be.
 */
export const deskSkips = [
  'unresolved',
  'merged',
  'spam',
  'deleted',
  'no-request',
  'no-conversation',
  'screenshot-only',
  'too-large',
] as const;
export type DeskSkip = (typeof deskSkips)[number];
