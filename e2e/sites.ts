/**
 * The sites under test: the menu on top (as delivered), at the side, both (in a colour of its own), and one that lives under /contest, all on
 * the same content; one of its own for journeys that change what others would see; and one for the first day, on which the demo goes.
 */
export type SiteName = 'top' | 'side' | 'mix' | 'contest' | 'office' | 'new'

/** How the demo's organiser signs in there. */
export const organiser = { username: 'admin', password: 'chalk-and-lectern-7' }

const variable = 'LECTERN_E2E_SITES'

/** Tells the tests, which run in processes of their own, where the sites are. */
export const announceSites = (sites: Record<SiteName, string>): void => {
  process.env[variable] = JSON.stringify(sites)
}

export const siteUrl = (name: SiteName): string => {
  const sites: Record<SiteName, string> = JSON.parse(process.env[variable] ?? '{}')
  return sites[name]
}
