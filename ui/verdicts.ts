import { type ApiError, asApiError, isPassing } from './api/api-error.ts';
import type { AnswerClient, Verdict } from './api/answers.ts';
import { randomUuid } from './browser/random-uuid.ts';
import { readSetting, saveSetting } from './browser/storage.ts';
import { requestErrorText } from './messages/request-errors.ts';
import { ownerOfToken } from './session.ts';
import { repeating } from './state/loader.ts';
import { observable, type Observable } from './state/observable.ts';

/** What this tab knows of the verdict on an answer. */
export type JudgedAnswer = {
  /** As it was given last; null: taken back. */
  readonly verdict: Verdict | null;
  /** As the service has it. */
  readonly saved: Verdict | null;
  /** Why it is still kept in this browser, from where it is sent later; undefined unless sending it has failed. */
  readonly waits?: 'offline' | 'later' | undefined;
};

/** The verdicts that are given in this tab. Each is kept in this browser until the service has it, so that none is lost with the connection, the tab or the session. */
export type Verdicts = {
  readonly state: Pick<Observable<ReadonlyMap<string, JudgedAnswer>>, 'get' | 'subscribe'>;
  readonly of: (answerId: string | undefined) => JudgedAnswer | undefined;
  /** Gives the verdict on an answer; null takes it back. */
  readonly give: (answerId: string, verdict: Verdict | null) => void;
  /** Forgets a verdict that waits to be sent. */
  readonly withdraw: (answerId: string) => void;
};

/** `id`: of this verdict, so that a newer one on the same answer is told apart. `owner`: the account that gave it. */
type Waiting = {
  readonly id: string;
  readonly owner: unknown;
  readonly answerId: string;
  readonly verdict: Verdict | null;
};

const key = 'verdicts';
/** Of those that wait, and of those that a tab remembers: the newest. */
const maxKept = 100;

const parsed = (stored: string | undefined): readonly Waiting[] => {
  try {
    const all = JSON.parse(stored ?? '[]') as readonly Waiting[];
    return all.filter(({ answerId }) => /^[\da-f-]{36}$/.test(answerId));
  } catch {
    // Not what this file has written: overwritten with the next verdict.
    return [];
  }
};

/** What waits to be sent, oldest first: one list for all tabs of this browser. */
const waitingList = () => {
  /** For a browser that forbids storage. */
  let unsaved: string | undefined;
  const all = () => parsed(unsaved ?? readSetting(key));
  const write = (waiting: readonly Waiting[]) => {
    const text = waiting.length === 0 ? undefined : JSON.stringify(waiting.slice(-maxKept));
    saveSetting(key, text);
    unsaved = readSetting(key) === text ? undefined : text;
  };
  return {
    all,
    add: (added: Waiting) => write([...all().filter(({ answerId }) => answerId !== added.answerId), added]),
    remove: (isRemoved: (waiting: Waiting) => boolean) => write(all().filter((each) => !isRemoved(each))),
  };
};

/** The last verdicts of this tab by the ids of their answers. */
const judgedAnswers = () => {
  const state = observable<ReadonlyMap<string, JudgedAnswer>>(new Map());
  return {
    state,
    set: (answerId: string, judged: JudgedAnswer) => {
      const others = [...state.get()].filter(([id]) => id !== answerId);
      state.set(new Map([...others.slice(1 - maxKept), [answerId, judged]]));
    },
  };
};

const isSame = (one: Verdict | null, other: Verdict | null): boolean =>
  one?.helped === other?.helped && (one?.ticket_id ?? null) === (other?.ticket_id ?? null);

/** One tab at a time sends. Only pages of a secure origin have locks; without them a verdict may be sent twice, which changes nothing. */
const inOneTab = async (work: () => Promise<void>): Promise<void> => {
  if ('locks' in navigator) await navigator.locks.request('precedent.verdicts', work);
  else await work();
};

type Dependencies = {
  readonly judge: AnswerClient['judge'];
  readonly token: Observable<string | undefined>;
  readonly announce: (sentence: string) => void;
};

type Kept = { readonly waiting: ReturnType<typeof waitingList>; readonly judged: ReturnType<typeof judgedAnswers> };

/** What a reply makes of the verdicts. */
const outcomes = ({ waiting, judged }: Kept) => ({
  settle: ({ id, answerId, verdict }: Waiting, isSaved: boolean): void => {
    waiting.remove((each) => each.id === id);
    const known = judged.state.get().get(answerId);
    if (!known) return;
    const saved = isSaved ? verdict : known.saved;
    const hasNewer = waiting.all().some((each) => each.answerId === answerId);
    judged.set(answerId, { verdict: hasNewer ? known.verdict : saved, saved });
  },
  postpone: ({ status }: ApiError): void => {
    const waits = status === 0 ? 'offline' : 'later';
    for (const { answerId } of waiting.all()) {
      const known = judged.state.get().get(answerId);
      if (known) judged.set(answerId, { ...known, waits });
    }
  },
});

/** Sends what waits of the account that is signed in, one after the other, and again later what may then succeed. */
const sending = ({ judge, token, announce }: Dependencies, kept: Kept) => {
  const { settle, postpone } = outcomes(kept);
  let isRunning = false;
  const next = (): Waiting | undefined => {
    const current = token.get();
    const owner = current && ownerOfToken(current);
    return owner === undefined ? undefined : kept.waiting.all().find((each) => each.owner === owner);
  };
  /** Returns why the verdict has to wait. */
  const sendOne = async (each: Waiting): Promise<ApiError | undefined> => {
    try {
      await judge(each.answerId, each.verdict);
      settle(each, true);
    } catch (caught) {
      const error = asApiError(caught);
      if (error.status === 401 || isPassing(error)) return error;
      settle(each, false);
      announce(requestErrorText(error));
    }
    return undefined;
  };
  const sendAll = async () => {
    let failure: ApiError | undefined;
    for (let each = next(); each && !failure; each = next()) failure = await sendOne(each);
    isRunning = false;
    if (failure) postpone(failure);
    // A session that has ended goes on with its next token.
    if (failure && failure.status !== 401) repeat.after(failure);
    if (!failure) repeat.end();
  };
  const send = (): void => {
    if (isRunning || !next()) return;
    isRunning = true;
    repeat.pause();
    void inOneTab(sendAll);
  };
  const repeat = repeating(send);
  return send;
};

/** The verdicts of this tab, sent for the account that is signed in. */
export const createVerdicts = (dependencies: Dependencies): Verdicts => {
  const waiting = waitingList();
  const judged = judgedAnswers();
  const send = sending(dependencies, { waiting, judged });
  const of: Verdicts['of'] = (answerId) => (answerId === undefined ? undefined : judged.state.get().get(answerId));
  dependencies.token.subscribe(send);
  window.addEventListener('storage', ({ key: changed }) => {
    if (changed !== `precedent.${key}`) return;
    // Another tab has sent them.
    for (const [answerId, each] of judged.state.get())
      if (each.waits && !waiting.all().some((other) => other.answerId === answerId))
        judged.set(answerId, { verdict: each.verdict, saved: each.verdict });
  });
  send();
  return {
    state: judged.state,
    of,
    give: (answerId, verdict) => {
      const { verdict: before = null, saved = null, waits } = of(answerId) ?? {};
      if (isSame(before, verdict)) return;
      judged.set(answerId, { verdict, saved, waits });
      const owner = ownerOfToken(dependencies.token.get() ?? '');
      waiting.add({ id: randomUuid(), owner, answerId, verdict });
      send();
    },
    withdraw: (answerId) => {
      waiting.remove((each) => each.answerId === answerId);
      const saved = of(answerId)?.saved ?? null;
      judged.set(answerId, { verdict: saved, saved });
    },
  };
};
