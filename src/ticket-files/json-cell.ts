import { elementsOf, lastElement } from './json-elements.ts';
import { jsonScan } from './json-scan.ts';

/** The JSON value of a table's cell, under the limits of an upload's JSON; `place` names the cell in a refusal. Blanks alone are undefined. Throws UnreadableFile. */
export const parseJsonCell = (text: string, place: string): unknown => {
  if (text.trim() === '') return undefined;
  const scan = jsonScan('value', place);
  return [...elementsOf(scan, Buffer.from(text)), ...lastElement(scan)][0];
};
