import type { Source } from '../../api/records.ts';

const fullTextPattern = /^Категория:[^\n]*\nПроблема:([^\n]*)\nРешение:([\s\S]*)$/;

/** Texts that follow one another with a blank between two, one a line, those without a length on the last; all on one line if the lengths are of another text. */
const onLines = (text: string, lengths: readonly number[]): string => {
  let end = -1;
  const texts = lengths.map((length) => text.slice(end + 1, (end += length + 1)));
  const rest = text.slice(end + 1);
  const all = rest === '' ? texts : [...texts, rest];
  return all.join(' ') === text ? all.join('\n') : text;
};

/** Parses the `full_text` of a source; undefined if it has another format. */
export const parseFullText = ({
  full_text: whole,
  problemLengths = [],
}: Pick<Source, 'full_text' | 'problemLengths'>):
  | { readonly problem: string; readonly solution: string }
  | undefined => {
  const [, problem, solution] = fullTextPattern.exec(whole) ?? [];
  if (problem === undefined || solution === undefined) return undefined;
  return { problem: onLines(problem.trim(), problemLengths), solution: solution.trim() };
};
