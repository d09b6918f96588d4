import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** A new folder that is removed when its test has ended. */
export const temporaryFolder = (t: Pick<ExecutionContext, 'teardown'>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'precedent-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
