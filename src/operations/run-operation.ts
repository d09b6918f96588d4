import { backtest, type BacktestDependencies } from './backtest.ts';
import { compareModels } from './compare-models.ts';
import type { Operation, OperationProgress, OperationReport, OperationRunner, Progress } from './operation.ts';
import { embedMissing, reembed, type ReembedDependencies, targetOf } from './reembed.ts';
import { replay } from './replay.ts';
import { type KeyRotation, rotateKeys } from './rotate-keys.ts';
import { type PasswordReplacement, setPassword } from './set-password.ts';
import { type Verification, verify } from './verify.ts';

export type OperationDependencies = {
  /** Made when an operation needs them: the models are loaded only then. */
  readonly reembed: () => Promise<ReembedDependencies>;
  readonly backtest: () => Promise<BacktestDependencies>;
  /** Made when a rotation begins: a data key may be made only then, and one that is missing replaced only if `makeDataKey` is true. */
  readonly keyRotation: (makeDataKey: boolean) => Promise<KeyRotation>;
  readonly passwordReplacement: () => Promise<PasswordReplacement>;
  readonly verification: Omit<Verification, 'embedMissing'>;
  /** Looks whether the next start has the data key of the log. */
  readonly inspectDataKey: () => Promise<OperationReport>;
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

type Run<Name> = (
  dependencies: OperationDependencies,
  operation: Extract<Operation, { readonly operation: Name }>,
  progress: Progress,
) => Promise<OperationReport>;

const run: Run<Operation['operation']> = async (dependencies, operation, progress) => {
  const { verification, keyRotation, passwordReplacement } = dependencies;
  switch (operation.operation) {
    case 'replay': {
      const projected = verification.projected.find(({ running }) => running.name === operation.projection);
      if (!projected) throw new Error(`There is no projection ${operation.projection}`);
      return replay(projected.running, { accept: operation.accept, progress });
    }
    case 'verify': {
      const embed = async (onProgress: Progress) => embedMissing(await dependencies.reembed(), onProgress);
      const report = await verify({ ...verification, embedMissing: embed }, { repair: operation.repair, progress });
      // It is compared with the log, which may be damaged.
      if (!report.succeeded) return report;
      const { succeeded, lines } = await dependencies.inspectDataKey();
      return { succeeded, lines: [...report.lines, ...lines] };
    }
    case 'reembed':
      return runReembed(dependencies, operation, progress);
    case 'backtest':
      return runBacktest(dependencies, operation, progress);
    case 'rotate keys':
      return rotateKeys(await keyRotation(operation.makeDataKey ?? false), { ...operation, progress });
    case 'set password':
      return setPassword(await passwordReplacement(), operation);
    case 'drop kept index': {
      const { index } = await dependencies.reembed();
      const retained = (await index.retained()) !== undefined;
      await index.dropRetained();
      return { succeeded: true, lines: [retained ? 'The index that was kept is dropped' : 'No index was kept'] };
    }
  }
};

const runReembed: Run<'reembed'> = async (dependencies, operation, progress) => {
  const context = await dependencies.reembed();
  const target = await targetOf(context.embedders, operation);
  const { requireNoWorse = false } = operation;
  const compare = async () => {
    const compared = { ...(await dependencies.backtest()), all: context.collections };
    return compareModels(compared, { target, requireNoWorse, progress });
  };
  return reembed(context, target, { progress, compare });
};

const runBacktest: Run<'backtest'> = async (dependencies, operation, progress) => {
  const parts = await dependencies.backtest();
  const { model, dimensions } = operation;
  const isSame = model === undefined && dimensions === undefined;
  const other = isSame ? undefined : await targetOf(parts.embedders, operation);
  return backtest(parts, { ...operation, other, progress });
};
