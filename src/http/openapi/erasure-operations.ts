import { erasuresQuery } from '../schemas/erasures.ts';
import { atPath, type Operations } from './operation.ts';
import { queryParameters } from './request-schema.ts';
import { belowCollection } from './stored-ticket-operations.ts';

/** Erasures of tickets and their receipts, on both surfaces. */
export const erasureOperations: Operations = {
  ...belowCollection('post', '/erasures', {
    id: 'eraseTickets',
    summary: 'Erase tickets for good',
    description:
      'At most 1 000 tickets, or those of a client, as many as one erasure has room for (`remaining`: those that are left for another request). No list and no search gives them from the answer on; the rest is done in the background and verified step by step, as GET shows. A repeat for the tickets of one erasure joins that. Never refused for a quota, unless it finds nothing to erase. A client is found by the text that was stored of it, so that one with a telephone number or an address, which are not stored, is refused.',
    body: ['NewErasure'],
    answers: { 202: 'Erasure' },
    location: true,
    refusals: [400, 401, 403, 404, 409, 413, 507],
  }),
  ...belowCollection('get', '/erasures', {
    id: 'listErasures',
    summary: 'The erasures of a collection, newest first',
    parameters: queryParameters(erasuresQuery),
    answers: { 200: 'Erasures' },
    refusals: [400, 401, 404],
  }),
  ...belowCollection('get', '/erasures/:erasure_id', {
    id: 'showErasure',
    summary: 'An erasure and what was verified of it',
    answers: { 200: 'Erasure' },
  }),
  ...belowCollection('get', '/erasures/:erasure_id/receipt', {
    id: 'erasureReceipt',
    summary: 'The receipt of an erasure',
    description:
      'Canonical JSON (RFC 8785) with the SHA-256 of itself and a signature of this service, or with `Accept: text/html` a page to print. It may be asked for at any time: a step is `verified` only once it was looked at.',
    answers: { 200: 'ReceiptOrPage' },
  }),
  ...atPath('get', '/erasures', {
    id: 'listAllErasures',
    tag: 'Tickets',
    summary: 'The erasures of all collections, newest first',
    description: 'Those of deleted collections too.',
    parameters: queryParameters(erasuresQuery),
    answers: { 200: 'AllErasures' },
    refusals: [400, 401],
  }),
  ...atPath('get', '/erasures/:erasure_id', {
    id: 'showAnyErasure',
    tag: 'Tickets',
    summary: 'An erasure by its id, whether its collection still exists or not',
    answers: { 200: 'Erasure' },
    refusals: [401, 404],
  }),
  ...atPath('get', '/erasures/:erasure_id/receipt', {
    id: 'anyErasureReceipt',
    tag: 'Tickets',
    summary: 'The receipt of an erasure by its id, whether its collection still exists or not',
    answers: { 200: 'ReceiptOrPage' },
    refusals: [401, 404],
  }),
  ...atPath('post', '/receipts/check', {
    id: 'checkReceipt',
    tag: 'Tickets',
    summary: 'Whether a receipt is unchanged and from this service',
    description:
      'Takes the JSON of a receipt, of any account. The SHA-256 in it says only that a copy is whole, since whoever changes a receipt can compute another; the signature says that this service has made it. A field that is named twice, more than 8 levels or more than 6 000 values are no receipt.',
    body: ['SentReceipt'],
    answers: { 200: 'ReceiptCheck' },
    refusals: [400, 401, 413],
  }),
};
