import type { RouterLocation } from '../../router.ts';

type Tab<Route> = {
  /** What an address shows in this tab; undefined for those of others. */
  readonly routeOf: (location: RouterLocation) => Route | undefined;
  readonly addressOf: (route: Route) => string;
  /** The address of the tab's link. */
  readonly start: string;
};

/** Tells what a change of the address means to a tab: a route, or on return from another tab the address of what is still shown. */
export const tabArrivals = <Route extends object>({ routeOf, addressOf, start }: Tab<Route>) => {
  let shown = start;
  let isAway = false;
  return (location: RouterLocation): Route | { readonly restore: string } | undefined => {
    const found = routeOf(location);
    const isBack = isAway && found !== undefined;
    isAway = found === undefined;
    if (!found) return undefined;
    const address = addressOf(found);
    if (isBack && address === start) return shown === start ? undefined : { restore: shown };
    shown = address;
    return found;
  };
};
