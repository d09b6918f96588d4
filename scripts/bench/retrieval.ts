import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localEmbedder } from '../../src/adapters/local-model/embedder.ts';
import { demoExamples, measureQuality, readExamples, type Example, type Quality } from './retrieval-quality.ts';
import { measureSpeed } from './retrieval-speed.ts';
import { inOtherLayout, withTypos } from './retrieval-spoiled.ts';

const percent = (share: number): string => (share * 100).toFixed(1).padStart(7);

const line = (name: string, quality: Quality): string =>
  `  ${name.padEnd(24)}${percent(quality.top1)}${percent(quality.anyOf5)}${percent(quality.precisionAt5)}`;

const queries: Record<string, (text: string, number: number) => string> = {
  'as they are': (text) => text,
  'typo in a third of words': withTypos,
  'other keyboard layout': inOtherLayout,
};

/** The share of hits among the texts that were found with such a cosine: what the levels of similarity are chosen by. */
const reportBands = (found: Quality['found']): void => {
  console.log('  cosine       texts  share  hits');
  for (let from = 0; from < 1; from += 0.05) {
    const band = found.filter(({ score }) => score >= from && (score < from + 0.05 || from >= 0.949));
    if (band.length === 0) continue;
    const hits = band.filter(({ isHit }) => isHit).length;
    const [share, precision] = [band.length / found.length, hits / band.length].map(percent);
    console.log(`  ${from.toFixed(2)} and up ${String(band.length).padStart(6)}${share}${precision}`);
  }
};

const reportFile = async (name: string, examples: readonly Example[]): Promise<void> => {
  const embedder = localEmbedder();
  console.log(`${name}: ${examples.length} texts\n  ${'queries'.padEnd(24)}  top-1  any@5    P@5`);
  const qualities: Quality[] = [];
  for (const [kind, change] of Object.entries(queries)) {
    const quality = await measureQuality(embedder, examples, change);
    console.log(line(kind, quality));
    qualities.push(quality);
  }
  if (qualities[0]) reportBands(qualities[0].found);
};

const reportSpeed = async (textCount: number): Promise<void> => {
  const { cold, warm, characters } = await measureSpeed(localEmbedder, textCount);
  console.log(
    `distinct Russian texts of ${characters} characters a second, one thread: ${cold} (nothing remembered), ${warm} (warm)`,
  );
};

const { values, positionals } = parseArgs({
  options: { texts: { type: 'string', default: '5000' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    `usage: npm run bench:retrieval -- FOLDER [--texts 5000]   (*.jsonl with {text, intent, part: index|query}; texts to measure the speed)`,
  );
  process.exitCode = 2;
} else {
  console.log(`${localEmbedder().model}, ${localEmbedder().dimensions() ?? 0} dimensions, exact cosine, in per cent`);
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()) {
    await reportFile(name, readExamples(join(folder, name)));
  }
  await reportFile('questions to the example tickets', demoExamples());
  await reportSpeed(Number(values.texts));
}
