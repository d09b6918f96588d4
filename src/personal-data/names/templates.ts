const listed = (table: string): readonly string[] =>
  table
    .split(/[,\n]/)
    .map((template) => template.trim())
    .filter((template) => template !== '')
    .flatMap((template) =>
      template.includes('±') ? [template.replaceAll('±', '-'), template.replaceAll('±', '+')] : [template],
    );

/**
 * What is asked of a token and of those around it: one feature each, between commas. `shape` is what is known of the token itself, `word-1` of the one before
 * it, `list+2` each list that holds the next but one; several together are one feature. `±` stands for two features, one on either side. The columns are
 * explained in `word-facts.ts` and `token-contexts.ts`. Where a part has nothing to say the feature is left out.
 */
export const templates = listed(`
  word, word shape, word style, word known, lemma, lemma shape
  shape, shape style, shape opens, shape quoted, shape known, shape opens style
  end1 shape, end2 shape, end3 shape, end4 shape, end5 shape, end2, end3, end4
  start2 shape, start3 shape, start4 shape, start4
  kinds, kinds shape, kinds shape known, kinds shape style
  kinds parts shape, kinds parts shape opens, kinds cases shape, kinds nameCases genders shape
  parts cases shape, verb shape
  list, list shape, list shape style, list opens, list quoted

  word±1, word±2, word±3, word±1 shape, word±1 kinds, word±1 word, word±1 word±2, word-1 word+1
  word±1 shape±2 shape, word±1 kinds±2 kinds, word±1 list±2 shape, word±2 shape±1 shape
  lemma±1, lemma±2, lemma±3, lemma±1 shape, lemma±2 shape, lemma-1 nameCases, lemma-2 lemma-1 shape, lemma-1 lemma+1 shape
  list±1, list±2, list±3, list±1 shape, list±1 kinds, list±2 kinds, list parts±1
  shape±1, shape±2, shape±1 shape, shape±2 shape±1 shape, shape-1 shape shape+1
  kinds±1 kinds shape, kinds±2 kinds±1 kinds, kinds-1 kinds kinds+1, kinds-2 kinds-1 kinds shape
  kinds±1 shape±1 kinds shape, kinds-1 shape-1 kinds shape kinds+1
  parts±1 kinds shape, parts±2 parts±1 kinds, parts±2 parts±1 kinds shape
  cases-1 nameCases shape, cases-1 nameCases genders, end3-1 shape
  verb±1 genders, verb±1 shape

  glued± shape±1 shape
  agrees± shape shape±1, agrees± kinds kinds±1, agrees- parts-1 shape
  beyond±, beyond± shape, beyond± kinds, beyond- beyond+
  nearVerb±, nearVerb± shape kinds, nearForm± genders, nearForm± genders nameCases
`);

/** What is asked in the second pass: what the other mentions of the word say (`Mentions.saidTo`), its `own` chance, and its columns. */
export const mentionTemplates = listed(`
  own shape, own kinds, own opens
  most, most own, most shape, most kinds, most kinds own, most least
  least, least own, mean, mean own
  inSentence, inSentence own, inSentence opens own
  beside, beside own, beside shape
  lower own, lower most shape, lower most kinds, count most
`);
