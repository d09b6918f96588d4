import { ContextProvider } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { appContext, type AppContext, createAppContext } from './app-context.ts';
import { preventStrayDrops } from './browser/file-drag.ts';
import { ShortcutController } from './browser/shortcuts.ts';
import { readSetting } from './browser/storage.ts';
import { followSystemTheme } from './browser/theme.ts';
import { ElementLoader } from './components/element-loader.ts';
import './components/kb-spinner.ts';
import './components/kb-toast.ts';
import { hasMenus, openMenuWhenLoaded } from './components/load-menus.ts';
import { commonMessages } from './messages/common.ts';
import { onLanguageChange, translated } from './messages/language.ts';
import { prepareErrorText } from './messages/prepare-error-text.ts';
import { shellMessages } from './messages/shell.ts';
import { pagePath } from './router.ts';
import { preloadPages, routeOf, type Route } from './routes.ts';

/** The `sessionStorage` key of the address to return to after sign-in. */
const returnAddressKey = 'precedent.return';

type Match = NonNullable<ReturnType<typeof routeOf>>;

/** What the first page still needs, such as the reply to a search, comes before the files of the other pages. */
const preloadDelayMs = 2_000;

/** A browser that is never idle works all the same, later. Safari has no idle callback. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 10_000 });
  else setTimeout(work, 1_000);
};

/** The application shell: access control, page loading, window title and focus on navigation. */
export class KbApp extends LitElement {
  static override properties = { loaded: { state: true } };
  /** The route whose elements are loaded. */
  declare loaded: Route | undefined;

  readonly #app: AppContext = createAppContext(
    (...said) => this.querySelector('kb-toast')?.show(...said),
    prepareErrorText,
  );
  readonly #elements = new ElementLoader<Route>(this);
  #cleanups: (() => void)[] = [];
  #shownPath = '';
  #focusedHeading: HTMLElement | undefined;

  constructor() {
    super();
    new ContextProvider(this, { context: appContext, initialValue: this.#app });
    this.addEventListener('click', (event) => void openMenuWhenLoaded(event, this.#app.announce));
    new ShortcutController(this, {
      'g d': () => this.#app.router.navigate('/'),
      'g s': () => this.#app.router.navigate('/settings'),
      '?': () => this.#showShortcuts(),
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { router, session, collections, windowTitle, configuring, announce } = this.#app;
    let page = pagePath(router.location.get().path);
    /** A toast is about the page where it was said. */
    const endToast = () => {
      const before = page;
      page = pagePath(router.location.get().path);
      if (page !== before) this.querySelector('kb-toast')?.hide();
    };
    const update = () => this.requestUpdate();
    const applyRoute = () => this.#applyRoute();
    const replaced = new MutationObserver(() => this.#refocus());
    replaced.observe(this, { childList: true, subtree: true });
    this.#cleanups = [
      () => replaced.disconnect(),
      router.location.subscribe(endToast),
      router.location.subscribe(applyRoute),
      session.token.subscribe(applyRoute),
      collections.state.subscribe(update),
      windowTitle.subscribe(update),
      configuring.subscribe(() => void (configuring.get() && hasMenus(announce))),
      onLanguageChange(update),
      followSystemTheme(),
      preventStrayDrops(),
      router.stop,
    ];
    this.#applyRoute();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const cleanUp of this.#cleanups) cleanUp();
  }

  /** Redirects signed-out users to the login and signed-in users away from it; loads the page otherwise. */
  #applyRoute(): void {
    this.requestUpdate();
    const { router, session } = this.#app;
    const { path, fragment } = router.location.get();
    const signedIn = session.token.get() !== undefined;
    const route = routeOf(path)?.route;
    if (!route) return;
    if (route.access === 'member' && !signedIn) {
      // Not in the URL: the fragment may hold a query, which must not reach any log.
      // Nor does it outlive a sign-out there.
      const back = fragment === '' || !session.expired() ? path : `${path}#${fragment}`;
      sessionStorage.setItem(returnAddressKey, back);
      router.navigate('/login', { replace: true });
    } else if (route.access === 'guest' && signedIn) {
      const back = sessionStorage.getItem(returnAddressKey) ?? '/';
      sessionStorage.removeItem(returnAddressKey);
      router.navigate(back, { replace: true });
    } else if (route !== this.loaded) this.#load(route);
  }

  #load(route: Route): void {
    this.#elements.load(route, route.load, () => {
      if (routeOf(this.#app.router.location.get().path)?.route !== route) return;
      if (this.loaded === undefined) {
        setTimeout(() => whenIdle(() => void preloadPages()), preloadDelayMs);
        if (readSetting('uploads') !== undefined) whenIdle(() => void this.#followUploads());
      }
      this.loaded = route;
    });
  }

  /** Shows the uploads that go on from an earlier window on every page. */
  async #followUploads(): Promise<void> {
    const { followRememberedUploads } = await import('./pages/upload/kb-upload-page.ts');
    followRememberedUploads(this.#app);
  }

  protected override updated(): void {
    const { path } = this.#app.router.location.get();
    const match = routeOf(path);
    const isLoaded = match?.route === this.loaded;
    const name = match && isLoaded ? this.#titleOf(match) : translated(shellMessages).notFound;
    const title = this.#app.windowTitle.get() ?? name;
    if (match === undefined || isLoaded) document.title = `${title} · ${translated(commonMessages).product}`;
    if (match && isLoaded) this.#focusPage(pagePath(path));
  }

  #titleOf({ route, parameters }: Match): string {
    const collection = this.#app.collections.value()?.find(({ id }) => id === parameters[0]);
    return [route.title(parameters), ...(collection ? [collection.name] : [])].join(' · ');
  }

  /** Focuses the empty main field after navigation, else the heading; the first page keeps the browser's focus. */
  #focusPage(path: string): void {
    const isFirst = this.#shownPath === '';
    const isNew = path !== this.#shownPath;
    this.#shownPath = path;
    if (isFirst || !isNew) return;
    void this.updateComplete.then(() =>
      setTimeout(() => {
        // The page has said where to begin.
        if (document.activeElement?.matches('main [autofocus]')) return;
        this.#focusHeading(this.querySelector<HTMLElement>('h1') ?? this.querySelector('main'));
        this.#refocus();
      }),
    );
  }

  #focusHeading(heading: HTMLElement | null): void {
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    this.#focusedHeading = heading ?? undefined;
  }

  /** Moves the focus of navigation with what the page has loaded: on to its main field, or to the heading that has replaced the focused one. */
  #refocus(): void {
    const heading = this.#focusedHeading;
    if (heading && document.activeElement === heading) {
      const field = this.#mainField();
      if (!field) return;
      field.focus({ preventScroll: true });
      this.#focusedHeading = undefined;
    } else if (heading?.isConnected === false && document.activeElement === document.body) {
      const next = this.querySelector<HTMLElement>('h1');
      if (next) this.#focusHeading(next);
    }
  }

  /** The field that the page is for, while it is empty; not on a touch screen, where the keyboard would cover the page. */
  #mainField(): HTMLElement | undefined {
    if (!matchMedia('(pointer: fine)').matches) return undefined;
    return [...this.querySelectorAll<HTMLElement>('main [data-main-field]')].find((field) => field.checkVisibility());
  }

  #showShortcuts(): void {
    this.querySelector('kb-shortcuts-dialog')?.show();
  }

  protected override render(): TemplateResult {
    const match = routeOf(this.#app.router.location.get().path);
    if (!match) return this.#notFound();
    const ready = match.route === this.loaded;
    const page = ready
      ? match.route.page(match.parameters)
      : (this.#elements.failure(match.route) ?? html`<kb-spinner></kb-spinner>`);
    if (match.route.access !== 'member')
      return html`<main id="content">${page}</main>
        <kb-toast></kb-toast>`;
    if (this.#app.session.token.get() === undefined) return html`${nothing}`;
    // The top bar comes with the pages of members, so that nothing moves when they arrive.
    if (this.loaded?.access !== 'member') return html`<main id="content">${page}</main>`;
    return this.#memberPage(match, page);
  }

  #memberPage({ route, parameters }: Match, page: TemplateResult): TemplateResult {
    const { path } = this.#app.router.location.get();
    const inCollection = path.startsWith('/collections/') ? parameters[0] : undefined;
    const collectionId = route.isBelowCollection ? undefined : inCollection;
    const collection = this.#app.collections.value()?.find(({ id }) => route.isBelowCollection && id === inCollection);
    const parent = collection && { name: collection.name, address: `/collections/${collection.id}` };
    return html`
      <a class="skip-link" href="#content" @click=${this.#skipToContent}>${translated(shellMessages).skip}</a>
      <kb-top-bar
        .pageTitle=${route.title(parameters)}
        .collectionId=${collectionId}
        .parent=${parent}
        @shortcuts=${() => this.#showShortcuts()}
        @palette=${() => this.querySelector('kb-command-palette')?.show()}
      ></kb-top-bar>
      <main id="content" tabindex="-1">${page}</main>
      <kb-command-palette @shortcuts=${() => this.#showShortcuts()}></kb-command-palette>
      <kb-collection-settings></kb-collection-settings>
      <kb-sign-out-question></kb-sign-out-question>
      <kb-shortcuts-dialog></kb-shortcuts-dialog>
      <kb-toast></kb-toast>
    `;
  }

  /** Moves the focus only: following the link would replace the fragment, which may hold a query. */
  #skipToContent(event: Event): void {
    event.preventDefault();
    this.querySelector('main')?.focus();
  }

  #notFound(): TemplateResult {
    const messages = translated(shellMessages);
    return html`<main id="content" class="frame">
      <div class="not-found">
        <h1>${messages.notFound}</h1>
        <p>${messages.notFoundText}</p>
        <a href="/">${messages.toCollections}</a>
      </div>
    </main>`;
  }
}
customElements.define('kb-app', KbApp);
