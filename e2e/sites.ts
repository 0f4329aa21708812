/**
 * The sites under test. Five share one content: the menu on top (default), at the side, both (with its own colour), a
 * site under /contest, and `named`, which is reached by a name: browsers make no passkeys at IP addresses. `office` has its own database, for journeys that change content; `new` is for removing the
 * demo; `bare` never had one, and exists for repetitions only; `bucket` has a database of its own and its files in a
 * bucket, and runs no background tasks.
 */
export type SiteName = 'top' | 'side' | 'mix' | 'contest' | 'named' | 'office' | 'new' | 'bare' | 'bucket'

/** Credentials of the demo's organiser. */
export const organiser = { username: 'admin', password: 'chalk-and-lectern-7' }

/** Where webhooks of the sites may lead though it is private. Nobody listens there. */
export const silentReceiver = 'http://127.0.0.1:9'

const variable = 'LECTERN_E2E_SITES'

/** Passes the addresses of the sites to the test processes. */
export const announceSites = (sites: Record<SiteName, string>): void => {
  process.env[variable] = JSON.stringify(sites)
}

export const siteUrl = (name: SiteName): string => {
  const sites: Record<SiteName, string> = JSON.parse(process.env[variable] ?? '{}')
  return sites[name]
}
