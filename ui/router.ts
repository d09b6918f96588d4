import { observable, type Observable } from './state/observable.ts';

/** The fragment is without its `#`. */
export type RouterLocation = { readonly path: string; readonly fragment: string };

export type Router = {
  readonly location: Observable<RouterLocation>;
  /** Navigates to an address of this application (path and fragment); `replace` adds no history entry. */
  readonly navigate: (address: string, options?: { readonly replace?: boolean }) => void;
  readonly stop: () => void;
};

/** What a path shows as a page: a ticket or a question opens beside its list, so that scroll position and focus stay. */
export const pagePath = (path: string): string =>
  path.replace(/^(\/collections\/[^/]+\/(?:tickets|questions))\/[^/]+$/, '$1');

const currentLocation = (): RouterLocation => ({ path: location.pathname, fragment: location.hash.slice(1) });

/** The link of a plain click on an address of this application; undefined if the browser must handle the click. */
const internalLink = (event: MouseEvent): HTMLAnchorElement | undefined => {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
  if (!link?.hasAttribute('href') || link.target !== '' || link.hasAttribute('download')) return undefined;
  const { origin, pathname } = new URL(link.href);
  const isExternal = origin !== location.origin || /^\/(api|assets|templates)(\/|$)/.test(pathname);
  return isExternal || link.getAttribute('href')?.startsWith('#') ? undefined : link;
};

/** Handles links, the history buttons and `navigate` without reloading the page. */
export const createRouter = (): Router => {
  const current = observable(currentLocation());
  const update = () => {
    const { path, fragment } = currentLocation();
    const before = current.get();
    if (before.path !== path || before.fragment !== fragment) current.set({ path, fragment });
  };
  const navigate: Router['navigate'] = (address, { replace = false } = {}) => {
    const isNewPage = pagePath(new URL(address, location.href).pathname) !== pagePath(location.pathname);
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    update();
    if (isNewPage) scrollTo(0, 0);
  };
  const onClick = (event: MouseEvent) => {
    const link = internalLink(event);
    if (!link) return;
    event.preventDefault();
    navigate(link.href);
  };
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', update);
  return {
    location: current,
    navigate,
    stop: () => {
      document.removeEventListener('click', onClick);
      window.removeEventListener('popstate', update);
    },
  };
};
