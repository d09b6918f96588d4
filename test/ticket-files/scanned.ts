import { elementsOf, lastElement } from '../../src/ticket-files/json-elements.ts';
import { type JsonLayout, jsonScan } from '../../src/ticket-files/json-state.ts';

/** The elements of JSON that arrives in chunks, with the reason in the place of each that cannot be read; what ends the reading is the last. */
export const leniently = (layout: JsonLayout, chunks: readonly Buffer[]): unknown[] => {
  const scan = jsonScan(layout, 'body');
  const elements: unknown[] = [];
  try {
    for (const chunk of chunks) for (const element of elementsOf(scan, chunk)) elements.push(element);
    for (const element of lastElement(scan)) elements.push(element);
  } catch (error) {
    elements.push(error);
  }
  return elements;
};
