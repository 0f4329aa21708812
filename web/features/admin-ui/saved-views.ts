import { useState } from 'react'

/** Filters, sort order and columns of a list under a name. */
export interface SavedView {
  name: string
  search: string
}

const keyOf = (list: string, person: string): string => `lectern.views.${person}.${list}`

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).search === 'string'

export const readViews = (text: string | null): SavedView[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isView) : []
  } catch {
    return []
  }
}

/** The query of a view: everything except the page. */
export const searchOf = (search: string): string => {
  const query = new URLSearchParams(search)
  query.delete('page')
  return query.size > 0 ? `?${query}` : ''
}

/** A user's views of a list, stored in this browser. A view of the same name is replaced. */
export const useSavedViews = (list: string, person: string) => {
  const key = keyOf(list, person)
  const [views, setViews] = useState(() => {
    try {
      return readViews(localStorage.getItem(key))
    } catch {
      return []
    }
  })
  const keep = (next: SavedView[]): void => {
    setViews(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Storage may be blocked; then the views last as long as the page.
    }
  }
  return {
    views,
    save: (view: SavedView): void => keep([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string): void => keep(views.filter((view) => view.name !== name)),
  }
}
