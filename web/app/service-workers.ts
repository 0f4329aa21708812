/** This site uses no service worker; one left over from another site at this address would keep serving old pages. */
export const removeServiceWorkers = async (): Promise<void> => {
  if (!isSecureContext) return
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const cacheNames = await caches.keys()
  await Promise.all([
    ...registrations.map((registration) => registration.unregister()),
    ...cacheNames.map((name) => caches.delete(name)),
  ])
}
