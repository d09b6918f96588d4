import type { Request } from 'express';
import type { DeleteAccount } from '../commands/delete-account.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import type { ReceiptSignatures } from '../ports/credentials.ts';
import type { CheckPassword } from '../queries/check-password.ts';
import type { AccountErasureDetails, FindAccountErasure } from '../queries/find-account-erasure.ts';
import { disconnectionOf } from './accounts.ts';
import type { Handler } from './authentication.ts';
import { erasureIdOf } from './erasures.ts';
import { signedReceipt, withoutReasons } from './receipt.ts';
import { endsItself } from './identity-watch.ts';
import * as schemas from './schemas/account-erasures.ts';
import { checked } from './schemas/requests.ts';
import { confirmed } from './sessions.ts';

type Dependencies = {
  readonly checkPassword: CheckPassword;
  readonly deleteAccount: DeleteAccount;
  readonly findAccountErasure: FindAccountErasure;
  /** Removes the file that a tenant has previewed in this process. */
  readonly discardPreviews: (tenantId: string) => Promise<void>;
  readonly signatures: ReceiptSignatures;
};

/** DELETE /api/me, and /api/account-erasures, which nobody can sign in for any more: the token of the answer stands for that. */
export const accountErasureHandlers = (dependencies: Dependencies) => {
  const { checkPassword, deleteAccount, findAccountErasure, discardPreviews, signatures } = dependencies;
  const shown = (request: Request): Promise<AccountErasureDetails> =>
    findAccountErasure(erasureIdOf(request.params['erasure_id']), request.get('erasure-token') ?? '');
  return {
    deleteAccount: (async (request, response) => {
      const { password } = checked(schemas.accountDeletion, request.body);
      const account = await confirmed(checkPassword, response, { password, signal: disconnectionOf(response) });
      const { erasureId, token } = await deleteAccount(account);
      await discardPreviews(account.id);
      const found = await findAccountErasure(erasureId, token);
      endsItself(response);
      response.status(202).location(`/api/account-erasures/${erasureId}`);
      response.json(schemas.requestedAccountErasure.toJson({ ...found, token }));
    }) satisfies Handler,

    showAccountErasure: (async (request, response) => {
      response.json(schemas.accountErasure.toJson(await shown(request)));
    }) satisfies Handler,

    accountErasureReceipt: (async (request, response) => {
      const found = await shown(request);
      const format = schemas.accountReceiptFormat;
      const steps = withoutReasons(found.steps);
      const unsigned = schemas.accountReceipt.toJson({ ...found, steps, format, sha256: '', signature: '' });
      response.attachment(`receipt-${found.id}.json`).type('json');
      response.send(canonicalJson(signedReceipt(unsigned, signatures)));
    }) satisfies Handler,
  };
};
