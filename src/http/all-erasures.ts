import type { Response } from 'express';
import { mayUseCollection } from '../domain/access-key.ts';
import { stepsOf } from '../domain/erasure.ts';
import { ErasureNotFound } from '../domain/errors.ts';
import type { ReceiptSignatures } from '../ports/credentials.ts';
import type { Erasures, TenantErasure } from '../ports/erasures.ts';
import { erasureState, type FindErasure } from '../queries/find-erasure.ts';
import { callerOf } from './authentication.ts';
import { erasureIdOf, sendReceipt, shownErasure } from './erasures.ts';
import type { InTurns } from './list-turns.ts';
import * as schemas from './schemas/erasures.ts';
import { checked, pageOf } from './schemas/requests.ts';

type Dependencies = {
  readonly findErasure: FindErasure;
  readonly erasures: Pick<Erasures, 'ofTenant' | 'collectionOf' | 'numberAt'>;
  readonly signatures: ReceiptSignatures;
  readonly hasLogServer: boolean;
  readonly inTurns: InTurns;
};

/** /erasures and below: those of all collections of the account, deleted ones too, whose own paths are gone. */
export const allErasureHandlers = (dependencies: Dependencies) => {
  const { erasures, signatures, hasLogServer, inTurns } = dependencies;
  const shown = async (response: Response, id: unknown): Promise<schemas.ShownErasure> => {
    const caller = callerOf(response);
    const collectionId = await erasures.collectionOf(caller.userId, erasureIdOf(id));
    if (collectionId === undefined || !mayUseCollection(caller, collectionId)) throw new ErasureNotFound();
    return shownErasure(dependencies)(response, collectionId, id);
  };
  return {
    listAllErasures: inTurns(async (request, response, turn) => {
      const { limit, after } = pageOf(checked(schemas.erasuresQuery, request.query), 50);
      const before = after === undefined ? undefined : BigInt(after);
      // Of other collections a key does not even learn that there are some.
      const { userId, collections } = callerOf(response);
      const found = await turn(() => erasures.ofTenant(userId, { before, limit: limit + 1, collections }));
      const rows = await turn(() => numbered(erasures, found.slice(0, limit)));
      const expected = stepsOf({ hasLogServer });
      const listed = rows.map(({ proven, isHeldBack, ...row }) => ({
        ...row,
        state: erasureState(expected, { proven, isHeldBack }),
      }));
      const next = found.length > limit ? String(rows.at(-1)?.position) : null;
      response.json(schemas.allErasures.toJson({ erasures: listed, next }));
    }),

    showAnyErasure: inTurns(({ params }, response, turn) =>
      turn(async () => {
        response.json(schemas.erasure.toJson(await shown(response, params['erasure_id'])));
      }),
    ),

    anyErasureReceipt: inTurns((request, response, turn) =>
      turn(async () => {
        sendReceipt(request, response, { found: await shown(response, request.params['erasure_id']), signatures });
      }),
    ),
  };
};

/** Rows of a page with their numbers in their collections: without gaps, so that one look-up a collection gives all of them. */
const numbered = async ({ numberAt }: Pick<Erasures, 'numberAt'>, rows: readonly TenantErasure[]) => {
  const next = new Map<string, number>();
  const all: (TenantErasure & { readonly number: number })[] = [];
  for (const row of rows) {
    const number = next.get(row.collectionId) ?? (await numberAt(row.collectionId, row.position));
    next.set(row.collectionId, number - 1);
    all.push({ ...row, number });
  }
  return all;
};
