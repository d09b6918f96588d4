import test from 'ava';
import type { plans } from '../../src/http/schemas/requests.ts';
import type { JsonType } from '../../src/http/schemas/json-types.ts';
import type * as responses from '../../src/http/schemas/responses.ts';
import type * as undos from '../../src/http/schemas/undo-responses.ts';
import type * as previews from '../../src/http/schemas/preview-responses.ts';
import type * as uploads from '../../src/http/schemas/upload-responses.ts';
import { ticketOutcomes } from '../../src/ports/uploads.ts';
import type { Collection, Found, Plan, Source } from '../../ui/api/records.ts';
import { outcomes } from '../../ui/pages/upload/upload-records.ts';
import type * as ui from '../../ui/pages/upload/upload-records.ts';

/** Compiles only if what the service answers can be read as the type of the web interface. */
type Readable<Expected, Answered extends JsonType<never, Expected>> = Answered;

type Offered<Known, Offers extends Known> = Offers;

/** Checked by the compiler. */
export type Records = [
  Readable<{ readonly access_token: string }, typeof responses.token>,
  Readable<{ readonly api_key: string }, typeof responses.newApiKey>,
  Readable<Collection, typeof responses.collection>,
  Readable<Source, typeof responses.source>,
  Readable<Found, typeof responses.searchResult>,
  Readable<ui.UploadRecord, typeof uploads.upload>,
  Readable<ui.UploadPage, typeof uploads.uploads>,
  Readable<ui.TicketPage, typeof uploads.ticketsOfUpload>,
  Readable<ui.UploadUndo, typeof undos.uploadUndo>,
  Readable<ui.Progress, typeof uploads.uploadProgress>,
  Readable<ui.Preview, typeof previews.ticketsPreview>,
  Offered<(typeof plans)[number], Plan>,
  // @ts-expect-error: no such field
  Readable<Collection & { readonly owner: string }, typeof responses.collection>,
  // @ts-expect-error: null before the end
  Readable<{ readonly finished_at: string }, typeof uploads.upload>,
];

test('the web interface names every outcome of the service', (t) => {
  t.deepEqual([...outcomes], [...ticketOutcomes]);
});
