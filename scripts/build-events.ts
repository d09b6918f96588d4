import { writeFileSync } from 'node:fs';
import { cataloguePath, eventCatalogue } from './events/catalogue.ts';

/** Writes the catalogue of events; `test/reference-documents.test.ts` fails when it is out of date. */
writeFileSync(cataloguePath, await eventCatalogue());
console.log(`${cataloguePath} is up to date`);
