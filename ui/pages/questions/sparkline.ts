import { svg, type TemplateResult } from 'lit';
import { html, nothing } from 'lit';

const width = 104;
const height = 28;
/** Room for the line and for the dot at its end. */
const margin = 3;

/** A line of values, oldest first, with a dot on the last one; those that are undefined have no point. `label` says it in words. */
export const sparkline = (values: readonly (number | undefined)[], label: string): TemplateResult | typeof nothing => {
  const known = values.filter((value) => value !== undefined);
  if (known.length < 2) return nothing;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => margin + (index / (values.length - 1)) * (width - 2 * margin);
  const y = (value: number) =>
    most === least ? height / 2 : height - margin - ((value - least) / (most - least)) * (height - 2 * margin);
  const points = values.flatMap((value, index) =>
    value === undefined ? [] : [[x(index).toFixed(1), y(value).toFixed(1)] as const],
  );
  const [endX, endY] = points.at(-1) ?? [];
  return html`<svg class="figures-line" viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
    ${svg`<polyline points=${points.map((point) => point.join(',')).join(' ')} /><circle cx=${endX} cy=${endY} r="2" />`}
  </svg>`;
};
