/** Browsers fetch nothing of a template. */
const selector = 'template#lazy-styles';

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const template = document.querySelector<HTMLTemplateElement>(selector);
    const link = template?.content.querySelector('link')?.cloneNode() as HTMLLinkElement | undefined;
    if (!link) throw new Error(`The page has no ${selector}`);
    const fail = () => {
      link.remove();
      reject(new Error(`${link.href} did not load`));
    };
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', fail, { once: true });
    template?.after(link);
  });

let loading: Promise<void> | undefined;

/** Loads the style sheet of the pages that are loaded when they are opened, so that nothing of them is shown without it. It can be repeated after a failure. */
export const lazyStyles = (): Promise<void> =>
  (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
