import { isDeepStrictEqual } from 'node:util'
import type { ResultListId } from '@lectern/contract/ids.ts'
import type { ComputedList } from '../ranking/compute-list.ts'
import type { ListChange } from '../ranking/difference.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray, isNull } from '../../../platform/database/drizzle.ts'
import { totalsOf } from '../lists/computation.ts'
import { changesBetween } from '../lists/differences.ts'
import { resultList, resultRow } from '../tables.ts'

type StoredList = Pick<
  typeof resultList.$inferSelect,
  'id' | 'activityId' | 'rows' | 'totals' | 'publicVersion' | 'previousId' | 'difference'
>
type Shown = Pick<typeof resultRow.$inferSelect, 'number' | 'province'>

/** Whether the counts beside a list are those of its works. */
export const isCounted = ({ totals }: StoredList, computed: ComputedList, rows: readonly Shown[]): boolean => {
  const provinces = new Map(rows.map(({ number, province }) => [number, { province }]))
  // As it is stored: without what is undefined.
  return isDeepStrictEqual(totals, JSON.parse(JSON.stringify(totalsOf(computed, { shown: provinces }))))
}

/** Works of these lists of which somebody was erased: whether their names differed cannot be told any more. */
const erasedNumbers = async (db: Database, lists: readonly ResultListId[]): Promise<Set<string>> => {
  const rows = await db
    .select({ number: resultRow.number })
    .from(resultRow)
    .where(and(inArray(resultRow.listId, [...lists]), isNull(resultRow.salt)))
  return new Set(rows.map(({ number }) => number))
}

const withoutNamesOf = (changes: readonly ListChange[], erased: ReadonlySet<string>): ListChange[] =>
  changes.flatMap((change): ListChange[] => {
    if (change.kind !== 'corrected' || !erased.has(change.number)) return [change]
    const fields = (change.fields ?? []).filter((field) => field !== 'people')
    return fields.length > 0 ? [{ ...change, fields }] : []
  })

/** Whether a list that visitors saw names the one before it, and how both differ. */
export const isCompared = async (db: Database, list: StoredList): Promise<boolean> => {
  const { id, activityId, publicVersion, previousId, difference } = list
  if (publicVersion === null) return previousId === null && difference === null
  const [previous] = await db
    .select({ id: resultList.id, rows: resultList.rows })
    .from(resultList)
    .where(and(eq(resultList.activityId, activityId), eq(resultList.publicVersion, publicVersion - 1)))
  if (!previous) return previousId === null && difference === null
  if (previousId !== previous.id || difference === null) return false
  // Lists of older versions have no salt, whether somebody was erased or not.
  const erased = await erasedNumbers(db, [id, previous.id])
  return isDeepStrictEqual(
    withoutNamesOf(difference, erased),
    withoutNamesOf(await changesBetween(db, previous, list), erased),
  )
}
