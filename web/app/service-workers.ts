/** The browser's storage takes 70 ms to start on a slow phone, so that it waits until the page can be used. */
const delayMilliseconds = 3_000

/** This site uses no service worker; one left over from another site at this address would keep serving old pages. */
export const removeServiceWorkers = async (): Promise<void> => {
  if (!isSecureContext) return
  await new Promise((resolve) => setTimeout(resolve, delayMilliseconds))
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const cacheNames = await caches.keys()
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...cacheNames.map((name) => caches.delete(name)),
  ])
}
