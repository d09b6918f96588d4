import { ContextProvider } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { appContext, type AppContext } from './app-context.ts';
import './components/kb-keys.ts';
import './components/kb-toast.ts';
import './components/kb-top-bar.ts';
import './components/kb-waiting.ts';
import { refuseStrayFiles } from './dragged-files.ts';
import { languageChanged, translated } from './messages/language.ts';
import { shellMessages } from './messages/shell.ts';
import { words } from './messages/words.ts';
import { openApp } from './open-app.ts';
import { routeOf, type Route } from './routes.ts';
import { ShortcutController } from './shortcuts.ts';
import { followSystemTheme } from './theme.ts';

const returnPlace = 'precedent.return';

/** The application: who may see which page, the shell around it, title and focus when the page changes. */
export class KbApp extends LitElement {
  static override properties = { loaded: { state: true }, broken: { state: true } };
  /** The route whose elements have come. */
  declare loaded: Route | undefined;
  declare broken: boolean;

  readonly #app: AppContext = openApp((sentence) => this.querySelector('kb-toast')?.say(sentence));
  #ends: (() => void)[] = [];
  #shown = '';
  /** The heading that the focus was led to. */
  #led: HTMLElement | undefined;

  constructor() {
    super();
    this.broken = false;
    new ContextProvider(this, { context: appContext, initialValue: this.#app });
    new ShortcutController(this, {
      'g d': () => this.#app.router.navigate('/'),
      'g s': () => this.#app.router.navigate('/settings'),
      '?': () => this.querySelector('kb-keys')?.show(),
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { router, session, collections, windowTitle } = this.#app;
    const update = () => this.requestUpdate();
    this.#ends = [
      router.place.subscribe(() => this.#arrive()),
      session.token.subscribe(() => this.#arrive()),
      collections.now.subscribe(update),
      windowTitle.subscribe(update),
      languageChanged(update),
      followSystemTheme(),
      refuseStrayFiles(),
      router.stop,
    ];
    this.#arrive();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#ends) end();
  }

  /** Sends guests to the login and members away from it, then brings the page's elements. */
  #arrive(): void {
    this.requestUpdate();
    const { router, session } = this.#app;
    const { path, fragment } = router.place.get();
    const signedIn = session.token.get() !== undefined;
    const route = routeOf(path)?.route;
    if (!route) return;
    if (route.access === 'member' && !signedIn) {
      // Kept here and not in the address: the fragment may hold a query, which no log may see.
      sessionStorage.setItem(returnPlace, fragment === '' ? path : `${path}#${fragment}`);
      router.navigate('/login', { replace: true });
    } else if (route.access === 'guest' && signedIn) {
      const back = sessionStorage.getItem(returnPlace) ?? '/';
      sessionStorage.removeItem(returnPlace);
      router.navigate(back, { replace: true });
    } else if (route !== this.loaded) void this.#bring(route);
  }

  async #bring(route: Route): Promise<void> {
    this.broken = false;
    try {
      await route.load();
      if (routeOf(this.#app.router.place.get().path)?.route === route) this.loaded = route;
    } catch {
      // The connection is away, or a release has replaced the files of the one that runs here.
      this.broken = true;
    }
  }

  protected override updated(): void {
    const { path } = this.#app.router.place.get();
    const match = routeOf(path);
    const name = match && match.route === this.loaded ? this.#titleOf(match) : translated(shellMessages).notFound;
    const title = this.#app.windowTitle.get() ?? name;
    if (match === undefined || match.route === this.loaded) document.title = `${title} · ${translated(words).product}`;
    if (match?.route === this.loaded) this.#lead(path);
  }

  #titleOf({ route, parameters }: NonNullable<ReturnType<typeof routeOf>>): string {
    const collection = this.#app.collections.value()?.find(({ id }) => id === parameters[0]);
    return [route.title(parameters), ...(collection ? [collection.name] : [])].join(' · ');
  }

  /** After a change of page the focus goes to its heading, and to the one that takes its place when the page has loaded; the first page leaves it where the browser has it. */
  #lead(path: string): void {
    const isFirst = this.#shown === '';
    const isNew = path !== this.#shown;
    this.#shown = path;
    if (isFirst) return;
    void this.updateComplete.then(() =>
      setTimeout(() => {
        const isLost = this.#led?.isConnected === false && document.activeElement === document.body;
        if (!isNew && !isLost) return;
        const heading = this.querySelector<HTMLElement>('h1') ?? this.querySelector('main');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
        this.#led = heading ?? undefined;
      }),
    );
  }

  protected override render(): TemplateResult {
    const { path } = this.#app.router.place.get();
    const match = routeOf(path);
    if (this.broken) return this.#message('broken');
    if (!match) return this.#message('notFound');
    const ready = match.route === this.loaded;
    const page = ready ? match.route.page(match.parameters) : html`<kb-waiting></kb-waiting>`;
    const toast = html`<kb-toast></kb-toast>`;
    if (match.route.access === 'guest')
      return html`<main id="content">${page}</main>
        ${toast}`;
    if (this.#app.session.token.get() === undefined) return html`${nothing}`;
    const collectionId = path.startsWith('/collections/') ? match.parameters[0] : undefined;
    return html`
      <a class="skip" href="#content" @click=${this.#skip}>${translated(shellMessages).skip}</a>
      <kb-top-bar
        .here=${match.route.title(match.parameters)}
        .collectionId=${collectionId}
        @keys=${() => this.querySelector('kb-keys')?.show()}
      ></kb-top-bar>
      <main id="content" tabindex="-1">${page}</main>
      <kb-keys></kb-keys>
      ${toast}
    `;
  }

  /** The fragment may hold a query, so the skip link moves the focus and leaves the address alone. */
  #skip(event: Event): void {
    event.preventDefault();
    this.querySelector('main')?.focus();
  }

  #message(kind: 'notFound' | 'broken'): TemplateResult {
    const say = translated(shellMessages);
    const way =
      kind === 'broken'
        ? html`<wa-button variant="brand" @click=${() => location.reload()}>${say.reload}</wa-button>`
        : html`<a href="/">${say.toCollections}</a>`;
    return html`<main id="content" class="frame">
      <div class="lost">
        <h1>${say[kind]}</h1>
        <p>${say[`${kind}Text`]}</p>
        ${way}
      </div>
    </main>`;
  }
}
customElements.define('kb-app', KbApp);
