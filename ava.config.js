import { createRequire } from 'node:module';

// The TAP reporter dies of an error with an undefined property, such as the cause of a failed fetch, and takes all later results with it.
const supertap = createRequire(import.meta.resolve('ava')).resolve('supertap');
const yaml = createRequire(supertap)('js-yaml');
const { safeDump } = yaml;
yaml.safeDump = (value, options) => safeDump(value, { ...options, skipInvalid: true });

export default {
  extensions: ['ts'],
  files: ['test/**/*.test.ts', '!test/ui/**'],
  // Without a result. A machine under load needs several of them for some tests alone.
  timeout: '600s',
  concurrency: 2,
};
