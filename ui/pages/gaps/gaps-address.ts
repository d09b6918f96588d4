import type { GapState } from '../../api/gaps.ts';
import type { RouterLocation } from '../../router.ts';

const gapStates = ['open', 'dismissed', 'closed'] as const satisfies readonly GapState[];

/** Which gaps the page shows. */
export type GapsRoute = { readonly state: GapState };

/** The address of a collection's gaps. */
export const gapsAddress = (collectionId: string, { state }: GapsRoute = { state: 'open' }): string =>
  `/collections/${collectionId}/gaps${state === 'open' ? '' : `#show=${state}`}`;

/** What an address shows; undefined if it is not of this collection's gaps. */
export const gapsRoute = (collectionId: string, { path, fragment }: RouterLocation): GapsRoute | undefined => {
  if (path !== `/collections/${collectionId}/gaps`) return undefined;
  const show = new URLSearchParams(fragment).get('show');
  return { state: gapStates.find((state) => state === show) ?? 'open' };
};
