/** The list with one id at another place, counted from 0; places beyond the ends are the ends. Unchanged if the id is not in it. */
export const movedTo = <Id extends string>(ids: readonly Id[], id: Id, place: number): Id[] => {
  if (!ids.includes(id)) return [...ids]
  const others = ids.filter((each) => each !== id)
  const target = Math.max(0, Math.min(others.length, place))
  return others.toSpliced(target, 0, id)
}

/** Where a key moves the item at a place to; undefined: the key does nothing else than usual. */
export const placeByKey = (key: string, place: number, count: number): number | undefined => {
  const places: Readonly<Record<string, number>> = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    PageUp: place - 5,
    PageDown: place + 5,
    Home: 0,
    End: count - 1,
  }
  const target = Object.hasOwn(places, key) ? places[key] : undefined
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}

interface Extent {
  top: number
  height: number
}

/**
 * The place of a row that is dragged: how many of the others have their middle above the pointer. `rows` are all rows in order,
 * the dragged one included.
 */
export const placeUnder = (rows: readonly Extent[], from: number, y: number): number =>
  rows.filter(({ top, height }, place) => place !== from && top + height / 2 < y).length
