import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../request/request-error.ts'

export type Side = 'before' | 'after'

/** The same ids with one of them put beside another. */
export const placed = <Id>(ids: readonly Id[], id: Id, side: Side, target: Id): Id[] => {
  if (id === target) return [...ids]
  const rest = ids.filter((other) => other !== id)
  const position = rest.indexOf(target) + (side === 'after' ? 1 : 0)
  return [...rest.slice(0, position), id, ...rest.slice(position)]
}

interface Listed<Id> {
  ids: readonly Id[]
  /** Stands for the order that the server told. */
  order: string
}

interface ArrangementOptions<Id> extends Listed<Id> {
  save: (ids: Id[], basedOn: string) => Promise<{ order: string }>
  /** Somebody else saved first, or saving failed: what is shown is not what is stored. */
  onFailed: (isOutdated: boolean) => void
}

/** An order that is saved on every change: one request at a time, each based on the result of the one before. */
export const useArrangement = <Id>({ ids, order, save, onFailed }: ArrangementOptions<Id>) => {
  const [shown, setShown] = useState<Listed<Id>>({ ids, order })
  const [told, setTold] = useState(order)
  const wanted = useRef<Id[]>(undefined)
  const isSaving = useRef(false)
  const basedOn = useRef(order)
  // What the server tells anew stands, unless it is what was just saved.
  if (told !== order) {
    setTold(order)
    setShown({ ids, order })
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
        // A list that was read in between may know only half of it.
        if (!wanted.current) setShown({ ids: next, order })
      }
    } catch (error) {
      wanted.current = undefined
      setShown({ ids, order })
      onFailed(failureOf(error)?.error === 'resource.changed')
    } finally {
      isSaving.current = false
    }
  }

  return {
    /** What has been added or removed meanwhile is where the server says. */
    ids: shown.ids.length === ids.length && ids.every((id) => shown.ids.includes(id)) ? shown.ids : ids,
    place: (id: Id, side: Side, target: Id): void => {
      const next = placed(shown.ids, id, side, target)
      if (next.every((other, position) => other === shown.ids[position])) return
      setShown({ ids: next, order })
      wanted.current = next
      void saveAll()
    },
  }
}
