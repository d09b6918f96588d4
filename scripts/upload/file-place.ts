import type { TicketPlace } from './file-tickets.ts';
import type { Words } from './words.ts';

/** What the service says of a part, with the places of the file: `tickets[3].text` of a part is `row 12, text` in a table, `tickets[100003].text` in JSON. */
export const inFile = (detail: string, places: readonly TicketPlace[]): string =>
  detail.replace(/\btickets\[(\d+)\](\.?)/g, (whole: string, index: string, dot: string) => {
    const place = places[Number(index)];
    if (!place) return whole;
    return place.row === null ? `tickets[${place.index}]${dot}` : `row ${place.row}${dot === '' ? '' : ', '}`;
  });

/** Where a ticket stands, for a reader. */
export const placeOf = ({ index, row }: TicketPlace, words: Words): string =>
  row === null ? `${words.place} ${index + 1}` : `${words.row} ${row}`;
