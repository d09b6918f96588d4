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
