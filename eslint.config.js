import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules', 'data', 'coverage', 'dist'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 220, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: false }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  { files: ['scripts/**', 'test/**'], rules: { 'no-console': 'off' } },
  // Telling the types of an element's name is done by adding to an interface of the DOM.
  { files: ['ui/**'], rules: { '@typescript-eslint/consistent-type-definitions': 'off' } },
  // Lists of words are data: their length says nothing about how hard they are to read.
  { files: ['src/personal-data/*/*-lists.ts', 'src/stock-phrases/stock-phrases.ts'], rules: { 'max-lines': 'off' } },
  { files: ['**/*.js', '**/*.cjs'], extends: [tseslint.configs.disableTypeChecked] },
);
