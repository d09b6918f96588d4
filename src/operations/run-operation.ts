import type { Operation, OperationProgress, OperationReport, OperationRunner, Progress } from './operation.ts';
import { embedMissing, reembed, type ReembedDependencies, targetOf } from './reembed.ts';
import { replay } from './replay.ts';
import { type KeyRotation, rotateKeys } from './rotate-keys.ts';
import { type PasswordReplacement, setPassword } from './set-password.ts';
import { type Verification, verify } from './verify.ts';

export type OperationDependencies = {
  /** Made when an operation needs them: the models are loaded only then. */
  readonly reembed: () => Promise<ReembedDependencies>;
  /** Made when a rotation begins: a data key may be made only then, and one that is missing replaced only if `makeDataKey` is true. */
  readonly keyRotation: (makeDataKey: boolean) => Promise<KeyRotation>;
  readonly passwordReplacement: () => Promise<PasswordReplacement>;
  readonly verification: Omit<Verification, 'embedMissing'>;
};

/** Runs operations, one at a time; `operate` rejects while another one runs. */
export const operationRunner = (dependencies: OperationDependencies): OperationRunner => {
  let running = false;
  let current: OperationProgress | undefined;
  return {
    operationProgress: () => Promise.resolve(current),
    operate: async (operation) => {
      if (running) throw new Error('Another operation is running; wait for its end');
      running = true;
      try {
        return await run(dependencies, operation, (progress) => (current = progress));
      } finally {
        running = false;
        current = undefined;
      }
    },
  };
};

const run = async (
  { reembed: reembedding, keyRotation, passwordReplacement, verification }: OperationDependencies,
  operation: Operation,
  progress: Progress,
): Promise<OperationReport> => {
  switch (operation.operation) {
    case 'replay': {
      const projected = verification.projected.find(({ running }) => running.name === operation.projection);
      if (!projected) throw new Error(`There is no projection ${operation.projection}`);
      return replay(projected.running, { accept: operation.accept, progress });
    }
    case 'verify': {
      const embed = async (onProgress: Progress) => embedMissing(await reembedding(), onProgress);
      return verify({ ...verification, embedMissing: embed }, { repair: operation.repair, progress });
    }
    case 'reembed': {
      const context = await reembedding();
      return reembed(context, await targetOf(context.embedders, operation), progress);
    }
    case 'rotate keys':
      return rotateKeys(await keyRotation(operation.makeDataKey ?? false), { ...operation, progress });
    case 'set password':
      return setPassword(await passwordReplacement(), operation);
    case 'drop kept index': {
      const { index } = await reembedding();
      const retained = (await index.retained()) !== undefined;
      await index.dropRetained();
      return { succeeded: true, lines: [retained ? 'The index that was kept is dropped' : 'No index was kept'] };
    }
  }
};
