import test from 'ava';
import { type Verification, verify } from '../../src/operations/verify.ts';
import type { FileFault, StoreFile } from '../../src/ports/store-files.ts';

/** A verification of files that are sound when they are checked, without read models; `fault` is what is read of one later. */
const verifying = (content: StoreFile['content'], fault: FileFault | undefined, softlyDeleted = 0) => {
  const file: StoreFile = {
    ...{ name: 'the file', content },
    check: () => Promise.resolve({ problems: [] }),
    fault: () => fault,
  };
  const dependencies: Verification = {
    store: { subscribe: () => Promise.reject(new Error('not expected')) as never },
    erased: {
      inspect: () => Promise.resolve({ held: 0, softlyDeleted }),
      complete: () => Promise.resolve(0),
      heldAt: () => Promise.reject(new Error('not expected')),
    },
    ...{ projected: [], files: [file], signal: new AbortController().signal },
    embedMissing: () => Promise.resolve(0),
  };
  return verify(dependencies, { repair: false, progress: () => undefined });
};

const agreement = 'The log and all read models agree';

test('the last word is that all agrees, if nothing is wrong', async (t) => {
  const { succeeded, lines } = await verifying('uploads', undefined);
  t.true(succeeded);
  t.is(lines.at(-1), agreement);
});

test('damage that is read beside the comparison, or is left of erased streams, is never beside an agreement', async (t) => {
  const reports = [
    await verifying('uploads', 'damaged'),
    await verifying('accounts', 'unreadable'),
    await verifying('log', 'damaged'),
    await verifying('uploads', undefined, 3),
  ];
  for (const { succeeded, lines } of reports) {
    t.false(succeeded);
    t.false(lines.includes(agreement), lines.join(', '));
  }
  t.is(reports[1]?.lines[0], 'the file is unreadable, as a read beside the comparison found');
});
