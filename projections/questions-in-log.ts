import { dayOf } from '../src/domain/question.ts';
import type { ErasureRequested } from '../src/domain/erasure-events.ts';
import type { QuestionAnswered } from '../src/domain/question-events.ts';
import type { RecordedEvent } from '../src/domain/events.ts';
import { addId, type Checksum, none, removeId } from './checksum.ts';

/** The ids of the questions that readers get, by collection. A log whose events are erased later gives them again: the tombstones take them away. */
export const questionIdsInLog = () => {
  const collections = new Map<string, Checksum>();
  const shown = shownQuestions(collections);
  return {
    groups: (): ReadonlyMap<string, Checksum> => collections,
    add: (event: RecordedEvent): void => {
      if (event.type === 'CollectionCreated') collections.set(event.data.collectionId, none);
      else if (event.type === 'CollectionDeleted') collections.delete(event.data.collectionId);
      else if (event.type === 'QuestionAnswered') shown.add(event);
      else if (event.type === 'QuestionsExpired') shown.expire(event.data.before);
      else if (event.type === 'ErasureRequested') shown.erase(event.data);
    },
  };
};

const shownQuestions = (collections: Map<string, Checksum>) => {
  const days = new Map<string, string>();
  const quoting = new Map<string, string[]>();
  const erased = new Set<string>();
  let since = '';
  const collectionOf = (id: string) => id.slice(0, id.indexOf('/'));
  const remove = (id: string): void => {
    const checksum = collections.get(collectionOf(id));
    if (days.delete(id) && checksum) collections.set(collectionOf(id), removeId(checksum, id));
  };
  return {
    add: ({ data: { collectionId, answerId, sources }, metadata }: RecordedEvent<QuestionAnswered>): void => {
      const id = `${collectionId}/${answerId}`;
      const day = dayOf(metadata.at);
      const keys = sources.map(({ recordId }) => `${collectionId}/${recordId}`);
      const checksum = collections.get(collectionId);
      if (!checksum || day < since || keys.some((key) => erased.has(key))) return;
      collections.set(collectionId, addId(checksum, id));
      days.set(id, day);
      for (const key of keys) quoting.set(key, [...(quoting.get(key) ?? []), id]);
    },
    expire: (before: string): void => {
      since = before;
      for (const [id, day] of days) if (day < before) remove(id);
    },
    erase: ({ collectionId, tickets }: ErasureRequested['data']): void => {
      for (const { recordId } of tickets) {
        const key = `${collectionId}/${recordId}`;
        erased.add(key);
        for (const id of quoting.get(key) ?? []) remove(id);
        quoting.delete(key);
      }
    },
  };
};
