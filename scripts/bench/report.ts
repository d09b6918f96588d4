/** One line of the table. A value without a goal is informative. */
export type Line = {
  readonly name: string;
  readonly value: number | undefined;
  readonly unit: string;
  readonly goal?: { readonly least: number } | { readonly most: number };
};

/** Lines under a heading. */
export type Section = { readonly title: string; readonly lines: readonly Line[] };

/** Returns the section with its goals removed. */
export const withoutGoals = ({ title, lines }: Section): Section => ({
  title,
  lines: lines.map(({ name, value, unit }) => ({ name, value, unit })),
});

/** Undefined if there is no goal or no value. */
export const passes = ({ value, goal }: Line): boolean | undefined => {
  if (value === undefined || goal === undefined) return undefined;
  return 'least' in goal ? value >= goal.least : value <= goal.most;
};

/** A whole number with its thousands apart: 10 000. */
export const grouped = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');

const digits = (value: number): string => {
  if (Math.abs(value) >= 100) return grouped(value);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};

const goalText = ({ goal, unit }: Line): string => {
  if (goal === undefined) return '';
  return 'least' in goal ? `≥ ${digits(goal.least)} ${unit}` : `≤ ${digits(goal.most)} ${unit}`;
};

const verdict = (line: Line): string => {
  const passed = passes(line);
  if (passed === undefined) return '';
  return passed ? 'pass' : 'MISS';
};

/** Widths of the columns, the same in all sections. */
const widths = { name: 52, value: 18, goal: 18 };

/** One section as text, its lines below its title. */
export const sectionText = ({ title, lines }: Section): string => {
  const row = (line: Line) => {
    const value = line.value === undefined ? 'not measured' : `${digits(line.value)} ${line.unit}`;
    const columns = [line.name.padEnd(widths.name), value.padStart(widths.value), goalText(line).padEnd(widths.goal)];
    return `  ${columns.join('  ')}  ${verdict(line)}`.trimEnd();
  };
  return [title, ...lines.map(row)].join('\n');
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** A line of a run with its key: figures in titles, as the events of a log, differ from run to run, so equal titles are told apart by their order. */
type KeyedLine = Line & { readonly key: string };

/** The sections of a run with the keys of their lines. */
const keyed = (
  run: readonly Section[],
): readonly { readonly title: string; readonly lines: readonly KeyedLine[] }[] => {
  const seen = new Map<string, number>();
  return run.map(({ title, lines }) => {
    const words = title.replaceAll(/\d+/g, '');
    const order = seen.get(words) ?? 0;
    seen.set(words, order + 1);
    return { title, lines: lines.map((line) => ({ ...line, key: JSON.stringify([words, order, line.name]) })) };
  });
};

/** The values of each line in several runs, by key; lines without a value in one of them are left out. */
const valuesOf = (runs: readonly (readonly Section[])[]): ReadonlyMap<string, readonly number[]> => {
  const values = new Map<string, number[]>();
  for (const { lines } of runs.flatMap(keyed)) {
    for (const { key, value } of lines) {
      if (typeof value === 'number') values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  return new Map([...values].filter(([, each]) => each.length === runs.length));
};

/**
 * The lines that all runs before and now have, as text: the median of each, and their ratio (now / before) as the median of the pairs of runs, with
 * its least and its greatest.
 */
export const comparisonText = (
  before: string,
  [runsBefore, runsNow]: readonly [readonly (readonly Section[])[], readonly (readonly Section[])[]],
): string => {
  const [old, current] = [valuesOf(runsBefore), valuesOf(runsNow)];
  const section = ({ title, lines }: ReturnType<typeof keyed>[number]): readonly string[] => {
    const rows = lines.flatMap(({ key, name, unit }) => {
      const [was, is] = [old.get(key), current.get(key)];
      if (!was || !is) return [];
      const ratios = is.map((value, run) => value / (was[run] ?? Number.NaN)).toSorted((a, b) => a - b);
      const spread = `(${digits(ratios[0] ?? Number.NaN)}–${digits(ratios.at(-1) ?? Number.NaN)})`;
      return [
        columnsOf([name, digits(medianOf(was)), `${digits(medianOf(is))} ${unit}`, digits(medianOf(ratios)), spread]),
      ];
    });
    return rows.length === 0 ? [] : ['', title, ...rows];
  };
  const heading = columnsOf(['', before, 'now', 'ratio', '']);
  return [heading, ...keyed(runsNow[0] ?? []).flatMap(section)].join('\n');
};

const columnsOf = ([name = '', ...columns]: readonly string[]): string =>
  `  ${name.padEnd(widths.name)}${columns.map((column) => column.padStart(widths.value)).join('')}`.trimEnd();
