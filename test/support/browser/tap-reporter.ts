import type { Reporter, TestResult, TestSession, TestSuiteResult } from '@web/test-runner';

type Line = { readonly title: string; readonly result: TestResult };

const linesOf = (suite: TestSuiteResult, above: string): readonly Line[] => [
  ...suite.tests.map((result) => ({ title: `${above}${result.name}`, result })),
  ...suite.suites.flatMap((each) => linesOf(each, `${above}${each.name}: `)),
];

/** Failures of a file outside of its tests: it did not load, or an error was thrown between tests. */
const failuresOf = ({ errors, request404s, testFile }: TestSession): readonly string[] => [
  ...errors.map(({ message, stack }) => `${testFile}: ${message}\n${stack ?? ''}`),
  ...[...request404s].map((url) => `${testFile}: 404 ${url}`),
];

/** Reports component tests in the Test Anything Protocol, as ava does, so that `npm test` counts both. */
export const tapReporter = (): Reporter => {
  let count = 0;
  const report = (passed: boolean, title: string, detail = '') => {
    count += 1;
    console.log(`${passed ? 'ok' : 'not ok'} ${count} - ${title}`);
    if (detail !== '') console.log(detail);
  };
  return {
    onTestRunFinished: ({ sessions }) => {
      for (const session of sessions) {
        const { testResults } = session;
        for (const { title, result } of testResults ? linesOf(testResults, '') : []) {
          if (!result.skipped) report(result.passed, title, result.error?.message);
        }
        for (const failure of failuresOf(session)) report(false, failure);
        for (const log of session.logs) console.log(...(log as readonly unknown[]));
      }
      console.log(`1..${count}`);
    },
  };
};
