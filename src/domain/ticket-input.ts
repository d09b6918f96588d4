/** A ticket as it was sent, checked but not cleaned; optional fields are filled with their defaults. */
export type TicketInput = {
  readonly ticketId: string;
  readonly category: string;
  readonly description: string;
  readonly client: string;
  readonly messages: readonly MessageInput[];
};

export type MessageInput = { readonly role: string; readonly text: string };
