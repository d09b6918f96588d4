/** The two halves of a ticket, as people read them. */
export type TicketText = { readonly problem: string; readonly solution: string };

const parts = /^Категория:[^\n]*\nПроблема:([^\n]*)\nРешение:([\s\S]*)$/;

/** Reads the full text of a source ("Stored ticket record" of the contract); undefined where it is made otherwise. */
export const ticketText = (fullText: string): TicketText | undefined => {
  const [, problem, solution] = parts.exec(fullText) ?? [];
  if (problem === undefined || solution === undefined) return undefined;
  return { problem: problem.trim(), solution: solution.trim() };
};
