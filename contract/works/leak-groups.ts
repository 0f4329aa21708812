import type { LeakKind } from './work-values.ts'

interface Leak {
  kind: LeakKind
  value: string
  place: string
}

/** Everything that reveals one thing about a team, by place. */
export interface LeakGroup<Found extends Leak> {
  kind: LeakKind
  value: string
  leaks: Found[]
  /** In the order in which they were found, each with at least one leak. */
  places: { place: string; leaks: [Found, ...Found[]] }[]
}

/** What leads to a person most directly comes first; what an address leads to may be nothing. */
const weights = { name: 6, phone: 5, email: 4, school: 3, team: 2, link: 1 } as const satisfies Record<LeakKind, number>

/** One group for each name, school and so on: those that reveal most first, then those that stand in most places. */
export const groupLeaks = <Found extends Leak>(leaks: readonly Found[]): LeakGroup<Found>[] => {
  const groups = new Map<string, LeakGroup<Found>>()
  for (const leak of leaks) {
    const { kind, value, place } = leak
    const key = `${kind} ${value}`
    const group = groups.get(key) ?? { kind, value, leaks: [], places: [] }
    groups.set(key, group)
    group.leaks.push(leak)
    const same = group.places.find((one) => one.place === place)
    if (same) same.leaks.push(leak)
    else group.places.push({ place, leaks: [leak] })
  }
  return [...groups.values()].toSorted(
    (one, other) => weights[other.kind] - weights[one.kind] || other.leaks.length - one.leaks.length,
  )
}
