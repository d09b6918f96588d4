import { dayOf, foundRecords } from '../src/domain/question.ts';
import type { ErasureRequested } from '../src/domain/erasure-events.ts';
import type { QuestionGrouped } from '../src/domain/gap-events.ts';
import type { QuestionAnswered } from '../src/domain/question-events.ts';
import type { RecordedEvent } from '../src/domain/events.ts';
import { withGap } from '../src/ports/questions.ts';
import { addId, type Checksum, none, removeId } from './checksum.ts';

/** The questions that readers get, each with its gap, by collection. A log whose events are erased later gives them again: the tombstones take them away. */
export const questionIdsInLog = () => {
  const collections = new Map<string, Checksum>();
  const shown = shownQuestions(collections);
  return {
    groups: (): ReadonlyMap<string, Checksum> => collections,
    add: (event: RecordedEvent): void => {
      if (event.type === 'CollectionCreated') collections.set(event.data.collectionId, none);
      else if (event.type === 'CollectionDeleted') collections.delete(event.data.collectionId);
      else if (event.type === 'QuestionAnswered') shown.add(event);
      else if (event.type === 'QuestionGrouped') shown.group(event.data);
      else if (event.type === 'QuestionsExpired') shown.expire(event.data.before);
      else if (event.type === 'ErasureRequested') shown.erase(event.data);
    },
  };
};

/** Returns the function that changes the checksum of the collection of a question, if it has one. */
const changing =
  (collections: Map<string, Checksum>) =>
  (id: string, changed: (checksum: Checksum) => Checksum): boolean => {
    const collectionId = id.slice(0, id.indexOf('/'));
    const checksum = collections.get(collectionId);
    if (checksum) collections.set(collectionId, changed(checksum));
    return checksum !== undefined;
  };

const shownQuestions = (collections: Map<string, Checksum>) => {
  const shown = new Map<string, { readonly day: string; readonly gapId: string | null }>();
  const quoting = new Map<string, string[]>();
  const erased = new Set<string>();
  let since = '';
  const change = changing(collections);
  const remove = (id: string): void => {
    const gapId = shown.get(id)?.gapId ?? null;
    if (shown.delete(id)) change(id, (checksum) => removeId(checksum, withGap(id, gapId)));
  };
  return {
    add: ({ data, metadata }: RecordedEvent<QuestionAnswered>): void => {
      const { collectionId } = data;
      const [id, day] = [`${collectionId}/${data.answerId}`, dayOf(metadata.at)];
      const keys = foundRecords(data).map((recordId) => `${collectionId}/${recordId}`);
      if (day < since || keys.some((key) => erased.has(key)) || !change(id, (checksum) => addId(checksum, id))) return;
      shown.set(id, { day, gapId: null });
      for (const key of keys) quoting.set(key, [...(quoting.get(key) ?? []), id]);
    },
    group: ({ collectionId, answerId, gapId }: QuestionGrouped['data']): void => {
      const id = `${collectionId}/${answerId}`;
      const question = shown.get(id);
      if (question?.gapId !== null) return;
      shown.set(id, { ...question, gapId });
      change(id, (checksum) => addId(removeId(checksum, id), withGap(id, gapId)));
    },
    expire: (before: string): void => {
      since = before;
      for (const [id, { day }] of shown) if (day < before) remove(id);
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
