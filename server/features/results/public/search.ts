import type { ResultListId, WorkId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { awardsFound, shownWorks } from './gallery-queries.ts'
import { publicPartsOf } from './gallery-rules.ts'
import { listsInForce } from './public-queries.ts'

/** So many works of the gallery are listed for search engines. */
const maxInSitemap = 20_000

/** Pages of results that search engines may know. */
export const resultsForSitemap = async ({ db, now }: Ctx): Promise<{ path: string; updatedAt: Date }[]> => {
  const lists = await listsInForce(db, now)
  const works = await shownWorks(db, lists, maxInSitemap)
  const announcedAt = new Map(lists.map((list) => [list.id, list.announcedAt!]))
  return [
    ...lists.map((list) => ({ path: `/Results/${list.id}`, updatedAt: list.announcedAt! })),
    ...works.map(({ id, listId }) => ({ path: `/Works/${id}`, updatedAt: announcedAt.get(listId)! })),
  ]
}

export interface FoundResult {
  path: string
  title: LocalizedText | string
  texts: (LocalizedText | string)[]
}

/** The texts of lists and awarded works that a search has found, by the id of its entry. Only what is in force now. */
export const resultsFound = async (
  { db, now }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundResult>> => {
  if (ids.length === 0) return new Map()
  const lists = await listsInForce(db, now)
  const works = ids.flatMap((id) => id.split(' ')[1] ?? []) as WorkId[]
  const awards =
    works.length > 0 && lists.length > 0
      ? await awardsFound(
          db,
          lists.map(({ id }) => id),
          works,
        )
      : []
  return new Map(
    ids.flatMap((id): [string, FoundResult][] => {
      const [listId, workId] = id.split(' ') as [ResultListId, WorkId | undefined]
      const list = lists.find((one) => one.id === listId)
      if (!list) return []
      if (workId === undefined)
        return [[id, { path: `/Results/${listId}`, title: list.activityName, texts: [list.editionName] }]]
      const award = awards.find((one) => one.workId === workId && one.listId === listId)
      if (!award) return []
      const { publicColumns, tiers } = list.rules
      const parts = publicPartsOf(list.workRules)
      const isInGallery = award.isLicensed && award.parts.some((part) => parts.has(part))
      const names = award.people
        .filter(({ role }) => publicColumns.includes(role === 'advisor' ? 'advisors' : 'people'))
        .map(({ name }) => name)
      const label = tiers.find((tier) => tier.id === award.prize)?.label
      return [
        [
          id,
          {
            path: isInGallery ? `/Works/${workId}` : `/Results/${listId}`,
            title: publicColumns.includes('title') ? award.title : list.activityName,
            texts: [
              ...(publicColumns.includes('prize') && label ? [label] : []),
              ...(publicColumns.includes('team') ? [award.team] : []),
              ...names,
              ...(publicColumns.includes('school') && award.school ? [award.school] : []),
              list.activityName,
            ],
          },
        ],
      ]
    }),
  )
}
