/**
 * Returns what loads the style sheet of the `<link>` with this id, which index.html has disabled. It can be repeated after a failure, and its place among the
 * style sheets stays whenever it is loaded.
 */
export const styleSheet = (id: string): (() => Promise<void>) => {
  let loading: Promise<void> | undefined;
  const load = () =>
    new Promise<void>((resolve, reject) => {
      const link = document.querySelector<HTMLLinkElement>(`#${id}`);
      if (!link) throw new Error(`index.html has no style sheet #${id}`);
      // A link asks for its address once: a new one does so again.
      const enabled = link.cloneNode() as HTMLLinkElement;
      enabled.removeAttribute('disabled');
      enabled.addEventListener('load', () => resolve());
      enabled.addEventListener('error', () => reject(new Error(`The style sheet ${link.href} did not load`)));
      link.replaceWith(enabled);
    });
  const forget = (error: unknown): never => {
    loading = undefined;
    throw error;
  };
  return () => (loading ??= load().catch(forget));
};
