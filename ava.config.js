export default {
  extensions: ['ts'],
  files: ['test/**/*.test.ts'],
  timeout: '120s',
  concurrency: 2,
};
