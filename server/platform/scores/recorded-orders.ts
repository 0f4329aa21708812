import type { Placed } from './ranking.ts'

/** An order of tied works that somebody recorded, the best first. */
export type RecordedOrder = { id: string; works: readonly string[] }

/**
 * The newest order that was recorded for exactly these works. A work of it that was excluded since does not matter, as long as it would be
 * tied with them; a work that is tied and not named in it does.
 */
export const orderFor = <Order extends RecordedOrder>(
  tied: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
  orders: readonly Order[],
): Order | undefined =>
  orders.findLast(
    ({ works }) =>
      works.filter((work) => tied.has(work)).length === tied.size &&
      works.every((work) => tied.has(work) || excluded.has(work)),
  )

/** A work with the score that it has even if it is excluded. */
export interface PlacedWork extends Placed {
  shown: number | null
}

export interface Tie<Work extends PlacedWork> {
  /** Those that are ranked. */
  works: Work[]
  /** Keys of works that would be tied with them, were they not excluded. */
  excluded: ReadonlySet<string>
}

/** Works that are equal by score and by the first so many rules. Each work is in one tie, alone or with others. */
export const tiesBefore = <Work extends PlacedWork>(works: readonly Work[], at: number): Tie<Work>[] =>
  [...Map.groupBy(works, ({ shown, tieKeys }) => JSON.stringify([shown, ...tieKeys.slice(0, at)])).values()].map(
    (group) => ({
      works: group.filter(({ score }) => score !== null),
      excluded: new Set(group.filter(({ score }) => score === null).map(({ key }) => key)),
    }),
  )

/** Works with their places in the orders that were recorded for exactly their ties: the figure of the rule at this position. */
export const withRecordedPlaces = <Work extends PlacedWork>(
  works: readonly Work[],
  at: number,
  orders: readonly RecordedOrder[],
): Work[] => {
  const places = new Map<string, number>()
  for (const tie of tiesBefore(works, at)) {
    if (tie.works.length < 2) continue
    const order = orderFor(new Set(tie.works.map(({ key }) => key)), tie.excluded, orders)
    for (const [index, key] of (order?.works ?? []).entries()) places.set(key, index + 1)
  }
  return works.map((work) => ({ ...work, tieKeys: work.tieKeys.with(at, places.get(work.key) ?? null) }))
}
