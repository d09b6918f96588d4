import { listSender } from '../http/json-list.ts';
import { changeTurns, listTurns } from '../http/list-turns.ts';
import { searchSlots } from '../http/search.ts';

/** What clients take turns in, of all endpoints together. */
export const openTurns = () => ({
  inTurns: listTurns(),
  inChangeTurns: changeTurns(),
  limitSearches: searchSlots(),
  sendList: listSender(),
});

export type Turns = ReturnType<typeof openTurns>;
