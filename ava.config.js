export default {
  extensions: ['ts'],
  files: ['test/**/*.test.ts', '!test/ui/**'],
  timeout: '120s',
  concurrency: 2,
};
