import { existsSync, globSync, readFileSync } from 'node:fs';
import { digestFile, digestOf, scenes } from './pictures.ts';

/** Exits with 1 if a picture in docs/ is older than the pages that it shows, or is in no document. */
const taken = JSON.parse(readFileSync(digestFile, 'utf8')) as Readonly<Record<string, string>>;
const old: string[] = [];
for (const scene of scenes) {
  const picture = `docs/${scene.name}.png`;
  if (!existsSync(picture) || taken[scene.name] !== (await digestOf(scene))) old.push(picture);
}
const documents = globSync(['README.md', 'docs/*.md']).map((path) => readFileSync(path, 'utf8'));
const unlinked = globSync('docs/*.png').filter(
  (path) => !documents.some((text) => text.includes(`(${path.slice('docs/'.length)})`)),
);
if (unlinked.length > 0) {
  console.error(`In no document: ${unlinked.join(', ')}`);
  process.exitCode = 1;
}
if (old.length > 0) {
  console.error(`Older than the pages that they show: ${old.join(', ')}. Run npm run screenshots and look at them.`);
  process.exitCode = 1;
}
