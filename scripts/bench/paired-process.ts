import { search } from './ask-service.ts';
import type { Target } from './bench-service.ts';
import { answerJob } from './child-job.ts';
import { closedLoop, type Latencies, openLoop } from './latencies.ts';
import type { Pair } from './paired-ratio.ts';
import { processorMsOf } from './process-memory.ts';

type Headers = Readonly<Record<string, string>>;

/** Searches with one kind of headers and with another in turns, in short blocks: one warm process and connection, and what disturbs a block disturbs its neighbour too. */
export type PairedJob = Target & {
  /** Of the service. */
  readonly pid: number;
  readonly one: Headers;
  readonly other: Headers;
  /** Searches a second; undefined: one client without pause. */
  readonly rate?: number;
  readonly pairs: number;
  readonly seconds: number;
  /** At the start of each block; does not count, since the work after the block before goes on in it. */
  readonly settleSeconds: number;
};

/** The searches of a block, and the processor time of the service in it, which is not known everywhere. */
export type SearchBlock = Latencies & { readonly processorMs: number | undefined };

const pairsOf = async ({ pid, one, other, rate, pairs, seconds, settleSeconds, ...target }: PairedJob) => {
  let number = 0;
  const block = async (headers: Headers): Promise<SearchBlock> => {
    const ask = () => search({ ...target, headers }, (number += 1));
    const during = (lasting: number) => {
      if (rate === undefined) return closedLoop(ask, { clients: 1, seconds: lasting, warmUpSeconds: 0 });
      const end = performance.now() + lasting * 1_000;
      return openLoop(ask, { rate, running: () => performance.now() < end });
    };
    await during(settleSeconds);
    const before = processorMsOf(pid);
    const searches = await during(seconds);
    const after = processorMsOf(pid);
    const processorMs = before === undefined || after === undefined ? undefined : after - before;
    return { ...searches, processorMs };
  };
  const done: Pair<SearchBlock>[] = [];
  await block(one);
  for (let pair = 0; pair < pairs; pair += 1) {
    // Each way follows itself as often as the other.
    const isTurned = pair % 2 === 1;
    const [first, second] = [await block(isTurned ? other : one), await block(isTurned ? one : other)];
    done.push(isTurned ? { one: second, other: first } : { one: first, other: second });
  }
  return done;
};

answerJob(pairsOf);
