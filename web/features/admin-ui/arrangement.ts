import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../request/request-error.ts'

export type Side = 'before' | 'after'

/** Moves an id before or after another one. */
export const placed = <Id>(ids: readonly Id[], id: Id, side: Side, target: Id): Id[] => {
  if (id === target) return [...ids]
  const rest = ids.filter((other) => other !== id)
  const position = rest.indexOf(target) + (side === 'after' ? 1 : 0)
  return [...rest.slice(0, position), id, ...rest.slice(position)]
}

interface Listed<Id> {
  ids: readonly Id[]
  /** Mark of the order on the server. */
  order: string
}

interface ArrangementOptions<Id> extends Listed<Id> {
  save: (ids: Id[], basedOn: string) => Promise<{ order: string }>
  /** Another user saved first, or saving failed: the shown order is not the stored one. */
  onFailed: (isOutdated: boolean) => void
}

/** An order that is saved on every change: one request at a time, each based on the result of the one before. */
export const useArrangement = <Id>({ ids, order, save, onFailed }: ArrangementOptions<Id>) => {
  const [listed, setListed] = useState<Listed<Id>>({ ids, order })
  const [lastOrder, setLastOrder] = useState(order)
  const wanted = useRef<Id[]>(undefined)
  const isSaving = useRef(false)
  const basedOn = useRef(order)
  // A new order of the server replaces the shown one, unless it is the one just saved.
  if (lastOrder !== order) {
    setLastOrder(order)
    setListed({ ids, order })
  }
  useEffect(() => {
    if (!isSaving.current) basedOn.current = order
  }, [order])

  const saveAll = async (): Promise<void> => {
    if (isSaving.current) return
    isSaving.current = true
    try {
      while (wanted.current) {
        const next = wanted.current
        wanted.current = undefined
        basedOn.current = (await save(next, basedOn.current)).order
        // A list loaded in between may have only some of the changes.
        if (!wanted.current) setListed({ ids: next, order })
      }
    } catch (error) {
      wanted.current = undefined
      setListed({ ids, order })
      onFailed(failureOf(error)?.error === 'resource.changed')
    } finally {
      isSaving.current = false
    }
  }

  return {
    /** If items were added or removed, use the order of the server. */
    ids: listed.ids.length === ids.length && ids.every((id) => listed.ids.includes(id)) ? listed.ids : ids,
    place: (id: Id, side: Side, target: Id): void => {
      const next = placed(listed.ids, id, side, target)
      if (next.every((other, position) => other === listed.ids[position])) return
      setListed({ ids: next, order })
      wanted.current = next
      void saveAll()
    },
  }
}
