import { placeOf } from './file-place.ts';
import { columnLines, fileLine, unreadableLines } from './found-lines.ts';
import { noOutcomes, outcomeTable, sumOf } from './outcome-table.ts';
import { type Part, partReader } from './part-reader.ts';
import { planParts } from './plan-parts.ts';
import type { Outcomes, PreviewRecord } from './precedent.ts';
import { checking, type Run } from './send-file.ts';
import type { Words } from './words.ts';

/** How many of each kind are shown. */
const most = { tickets: 5, skipped: 20, characters: 120 };

/** Tells what a file holds and what would become of its tickets now; nothing is stored. Returns the outcomes, undefined where tickets cannot be read, so that an upload would be refused. */
export const previewFile = async (run: Run): Promise<Outcomes | undefined> => {
  const { options, precedent, line } = run;
  const { words } = options;
  await precedent.uploads();
  const plan = await planParts(options, checking(run));
  line.note(fileLine(plan, words));
  columnLines(plan.findings, words).forEach(line.note);
  const reader = partReader(options);
  let outcomes = noOutcomes;
  const skipped: string[] = [];
  const tickets: string[] = [];
  let done = 0;
  line.begin(0, plan.tickets);
  try {
    for (const planned of plan.parts) {
      const part = await reader.next(planned);
      line.show(done, words.phases.sending);
      const preview = await precedent.preview(part);
      line.show((done += part.tickets), words.phases.running);
      outcomes = sumOf(outcomes, preview.outcomes);
      if (planned.number === 1) tickets.push(...ticketLines(preview, words));
      skipped.push(...skippedLines(preview, part, words).slice(0, most.skipped - skipped.length));
    }
  } finally {
    await reader.close();
  }
  line.note(words.previewHead);
  outcomeTable(outcomes, words).forEach(line.note);
  if (plan.parts.length > 1) line.note(words.previewParts);
  if (tickets.length > 0) [words.previewTickets, ...tickets].forEach(line.note);
  if (skipped.length > 0) [words.previewSkipped, ...skipped].forEach(line.note);
  if (plan.unreadableCount === 0) return outcomes;
  line.note(words.unreadablePreview(words.count(plan.unreadableCount)));
  unreadableLines(plan.unreadable, plan.unreadableCount, words).forEach(line.note);
  return undefined;
};

const ticketLines = ({ tickets }: PreviewRecord, words: Words): readonly string[] =>
  tickets
    .slice(0, most.tickets)
    .flatMap(({ ticket_id: id, category, problem, solution }) => [
      `  №${id}${category === '' ? '' : ` · ${shortened(category)}`}`,
      `    ${words.problem} ${shortened(problem)}`,
      `    ${words.solution} ${shortened(solution)}`,
    ]);

const skippedLines = ({ skipped }: PreviewRecord, { places }: Part, words: Words): readonly string[] =>
  skipped.flatMap(({ ticket_id: id, index, outcome }) => {
    const place = places[index];
    return place ? [`  ${placeOf(place, words)}, №${id}: ${words.outcomes[outcome]}`] : [];
  });

const shortened = (text: string): string => {
  const characters = Array.from(text.replace(/\s+/gu, ' '));
  return characters.length > most.characters
    ? `${characters.slice(0, most.characters).join('')}…`
    : characters.join('');
};
