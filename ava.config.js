import { createRequire } from 'node:module';

// The TAP reporter dies of an error with an undefined property, such as the cause of a failed fetch, and takes all later results with it.
const supertap = createRequire(import.meta.resolve('ava')).resolve('supertap');
const yaml = createRequire(supertap)('js-yaml');
const { safeDump } = yaml;
yaml.safeDump = (value, options) => safeDump(value, { ...options, skipInvalid: true });

export default {
  extensions: ['ts'],
  files: ['test/**/*.test.ts', '!test/ui/**'],
  timeout: '120s',
  concurrency: 2,
};
