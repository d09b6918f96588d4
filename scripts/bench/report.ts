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

/** The values of each line in several runs, by title and name; lines without a value in one of them are left out. */
const valuesOf = (runs: readonly (readonly Section[])[]): ReadonlyMap<string, readonly number[]> => {
  const values = new Map<string, number[]>();
  for (const { title, lines } of runs.flat()) {
    for (const { name, value } of lines) {
      const key = JSON.stringify([title, name]);
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
  const section = ({ title, lines }: Section): readonly string[] => {
    const rows = lines.flatMap(({ name, unit }) => {
      const key = JSON.stringify([title, name]);
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
  return [heading, ...(runsNow[0] ?? []).flatMap(section)].join('\n');
};

const columnsOf = ([name = '', ...columns]: readonly string[]): string =>
  `  ${name.padEnd(widths.name)}${columns.map((column) => column.padStart(widths.value)).join('')}`.trimEnd();
