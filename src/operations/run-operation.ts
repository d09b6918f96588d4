import { type Reembed, embedMissing, reembed, targetOf } from './reembed.ts';
import type { Operation, OperationReport, Progress } from './operation.ts';
import { replay } from './replay.ts';
import { type Verification, verify } from './verify.ts';

export type Operating = {
  /** What the operations work with, made when one is asked for: the models are loaded only then. */
  readonly reembed: () => Promise<Reembed>;
  readonly verification: Omit<Verification, 'embedMissing'>;
};

/** Runs operations, one at a time. */
export const operating = ({ reembed: needs, verification }: Operating) => {
  const run = async (operation: Operation, progress: Progress): Promise<OperationReport> => {
    switch (operation.operation) {
      case 'replay': {
        const verified = verification.verified.find(({ running }) => running.name === operation.projection);
        if (!verified) throw new Error(`There is no projection ${operation.projection}`);
        return replay(verified.running, { accept: operation.accept, progress });
      }
      case 'verify':
        return verify(
          { ...verification, embedMissing: async (say) => embedMissing(await needs(), say) },
          { repair: operation.repair, progress },
        );
      case 'reembed': {
        const context = await needs();
        return reembed(context, await targetOf(context.embedders, operation), progress);
      }
      case 'drop kept index': {
        const { index } = await needs();
        const kept = (await index.retained()) !== undefined;
        await index.dropRetained();
        return { succeeded: true, lines: [kept ? 'The index that was kept is dropped' : 'No index was kept'] };
      }
    }
  };

  let running = false;
  return async (operation: Operation, progress: Progress): Promise<OperationReport> => {
    if (running) throw new Error('Another operation is running; wait for its end');
    running = true;
    try {
      return await run(operation, progress);
    } finally {
      running = false;
    }
  };
};
