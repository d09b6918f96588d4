import type { Ticket, TicketTexts } from '../../ui/api/tickets.ts';

/** A service that takes phones, links and «Ольга» out of solutions, the latter until it is on the list of words that are no names. */
export const foretellingService = () => {
  let notNames: readonly string[] = [];
  return {
    settings: () => ({ not_names: notNames }),
    configure: (body: unknown) => {
      notNames = (body as { readonly not_names: readonly string[] }).not_names;
      return { not_names: notNames };
    },
    foretell: (before: Ticket, texts: Partial<TicketTexts>) => {
      const { category, problem, solution } = { ...before, ...texts };
      const links = solution.match(/https:\S+/g) ?? [];
      const names = solution.includes('Ольга') && !notNames.includes('Ольга') ? ['Ольга'] : [];
      const cleaned = [...links, ...names].reduce(
        (text, each) => text.replace(each, names.includes(each) ? '[ИМЯ]' : ''),
        solution.replaceAll(/\+7[\d ]+\d/g, '[ТЕЛЕФОН]'),
      );
      return { category, problem, solution: cleaned, removed: { links: links.length, link_texts: links, names } };
    },
  };
};
