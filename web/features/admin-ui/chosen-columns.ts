import { useState } from 'react'
import { pickColumns } from './pick-columns.ts'

const readKept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The columns of a table that are shown in this browser, and the default ones. */
export const useChosenColumns = <Column extends string>(
  key: string,
  all: readonly Column[],
  atFirst: readonly Column[] = all,
) => {
  const [columns, setColumns] = useState(() => {
    const stored = readKept(key)
    return stored === null ? atFirst : pickColumns(all, stored.split(','))
  })
  const choose = (chosen: readonly string[]): void => {
    setColumns(pickColumns(all, chosen))
    try {
      localStorage.setItem(key, chosen.join(','))
    } catch {
      // Storage may be blocked; then the choice lasts as long as the page.
    }
  }
  return { columns, choose }
}
