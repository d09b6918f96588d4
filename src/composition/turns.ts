import { listSender } from '../http/json-list.ts';
import { largeReplies } from '../http/large-replies.ts';
import { changeTurns, listTurns } from '../http/list-turns.ts';
import { searchSlots } from '../http/search.ts';

/** What clients take turns in, of all endpoints together. */
export const openTurns = () => ({
  ...{ writeReply: largeReplies(), sendList: listSender() },
  inTurns: listTurns(),
  inChangeTurns: changeTurns(),
  limitSearches: searchSlots(),
});

export type Turns = ReturnType<typeof openTurns>;
