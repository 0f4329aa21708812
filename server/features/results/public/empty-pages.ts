import type { Database } from '../../../platform/database/connect.ts'
import { hasPublicWorks } from './gallery.ts'
import { listsInForce, listsInPublicity } from './public-queries.ts'

/** Whichever of the pages of results has nothing to show. */
export const emptyResultPages = async (db: Database, now: Date): Promise<string[]> => {
  const lists = [...(await listsInForce(db, now)), ...(await listsInPublicity(db, now))]
  return [...(lists.length > 0 ? [] : ['/Results']), ...((await hasPublicWorks({ db, now })) ? [] : ['/Works'])]
}
