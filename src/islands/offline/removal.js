// Takes the place of a service worker that a browser has from an earlier release, with all that it kept.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const removed = Promise.all(['kept-pages', 'kept-files'].map((name) => caches.delete(name)));
  event.waitUntil(removed.then(() => registration.unregister()));
});
