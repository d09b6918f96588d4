import { observable, type Observable } from './observable.ts';

/** Where one is: a path, and the fragment without its `#`. */
export type Place = { readonly path: string; readonly fragment: string };

export type Router = {
  readonly place: Observable<Place>;
  /** Goes to an address of this application (path and fragment); `replace` leaves no step back. */
  readonly navigate: (address: string, options?: { readonly replace?: boolean }) => void;
  readonly stop: () => void;
};

const here = (): Place => ({ path: location.pathname, fragment: location.hash.slice(1) });

/** The link that a click means to follow inside this application, if any. */
const ownLink = (event: MouseEvent): HTMLAnchorElement | undefined => {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
  if (!link?.hasAttribute('href') || link.target !== '' || link.hasAttribute('download')) return undefined;
  const { origin, pathname } = new URL(link.href);
  const elsewhere = origin !== location.origin || /^\/(api|assets|templates)(\/|$)/.test(pathname);
  return elsewhere || link.getAttribute('href')?.startsWith('#') ? undefined : link;
};

/** Follows links, the back button and `navigate` without loading the page anew. */
export const openRouter = (): Router => {
  const place = observable(here());
  const arrive = () => {
    const { path, fragment } = here();
    const before = place.get();
    if (before.path !== path || before.fragment !== fragment) place.set({ path, fragment });
  };
  const navigate: Router['navigate'] = (address, { replace = false } = {}) => {
    const moved = new URL(address, location.href).pathname !== location.pathname;
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    arrive();
    if (moved) scrollTo(0, 0);
  };
  const follow = (event: MouseEvent) => {
    const link = ownLink(event);
    if (!link) return;
    event.preventDefault();
    navigate(link.href);
  };
  document.addEventListener('click', follow);
  window.addEventListener('popstate', arrive);
  return {
    place,
    navigate,
    stop: () => {
      document.removeEventListener('click', follow);
      window.removeEventListener('popstate', arrive);
    },
  };
};
