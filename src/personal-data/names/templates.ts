/**
 * What is asked of a word and of its surroundings, one feature a line: what is known of the word itself (`shape`), of a
 * token at an offset before or behind it (`word-1`, `list+2`), or several of these together. The columns are explained
 * in `word-facts.ts` and `token-contexts.ts`; `list` stands for each list that holds the word. Where a part has nothing
 * to say the feature is left out.
 */
export const templates: readonly string[] = `
  word
  word shape
  word style
  lemma
  lemma shape
  shape
  shape style
  shape opens
  shape quoted
  shape known
  word known
  kinds shape known
  shape opens style
  end1 shape
  end2 shape
  end3 shape
  end4 shape
  end5 shape
  end2
  end3
  end4
  start2 shape
  start3 shape
  start4 shape
  start4

  kinds
  kinds shape
  kinds shape style
  kinds parts shape
  kinds parts shape opens
  kinds cases shape
  kinds nameCases genders shape
  parts cases shape
  verb shape
  list
  list shape
  list shape style
  list opens
  list quoted

  word-1
  word+1
  word-2
  word+2
  word-3
  word+3
  lemma-1
  lemma+1
  lemma-2
  lemma+2
  lemma-3
  lemma+3
  list-1
  list+1
  list-2
  list+2
  list-3
  list+3
  list-1 shape
  list+1 shape
  list-1 kinds
  list+1 kinds
  list-2 kinds
  list+2 kinds
  list parts-1
  list parts+1
  shape-1
  shape+1
  shape-2
  shape+2

  word-1 shape
  word+1 shape
  word-1 kinds
  word+1 kinds
  lemma-1 shape
  lemma+1 shape
  lemma-1 nameCases
  word-2 shape-1 shape
  word+2 shape shape+1
  lemma-2 shape
  lemma+2 shape
  word-1 word
  word word+1
  word-2 word-1
  word-1 word+1
  word+1 word+2
  lemma-2 lemma-1 shape
  lemma-1 lemma+1 shape

  shape-1 shape shape+1
  shape-2 shape-1 shape
  shape shape+1 shape+2
  kinds-1 kinds kinds+1
  kinds-2 kinds-1 kinds
  kinds kinds+1 kinds+2
  kinds-1 shape-1 kinds shape
  kinds-1 shape-1 kinds shape kinds+1
  kinds-2 kinds-1 kinds shape
  kinds shape kinds+1 shape+1
  parts-1 kinds shape
  parts+1 kinds shape
  parts-2 parts-1 kinds
  parts-2 parts-1 kinds shape
  kinds parts+1 parts+2
  kinds shape parts+1 parts+2
  cases-1 nameCases shape
  cases-1 nameCases genders
  end3-1 shape

  agreesBefore shape shape-1
  agreesAfter shape shape+1
  agreesBefore kinds kinds-1
  agreesAfter kinds kinds+1
  agreesBefore parts-1 shape
  genders verb-1
  genders verb+1
  verb-1 shape
  verb+1 shape

  beyondBefore
  beyondAfter
  beyondBefore shape
  beyondAfter shape
  beyondBefore kinds
  beyondAfter kinds
  beyondBefore beyondAfter
  word-1 shape-2 shape
  word+1 shape+2 shape
  word-1 kinds-2 kinds
  word+1 kinds+2 kinds
  word-1 list-2 shape
  word+1 list+2 shape

  verbBefore
  verbAfter
  verbBefore shape kinds
  verbAfter shape kinds
  formBefore genders
  formAfter genders
  formBefore genders nameCases
  formAfter genders nameCases
  glued shape-1 shape
`
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '');
