/** Lets the site work offline after this visit, once the page is loaded: the service worker keeps all files. Not while the page is being developed. */
export function keepForOffline(): void {
  if (import.meta.env.MODE === 'development' || !('serviceWorker' in navigator)) return;
  // Scripts lie in a folder below the root of the site.
  const here = import.meta.url;
  const register = (): void => void navigator.serviceWorker.register(new URL('../sw.js', here)).catch(() => {
    // Opened from a file, or forbidden: it works online.
  });
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
