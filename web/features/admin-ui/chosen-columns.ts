import { useState } from 'react'
import { pickColumns } from './pick-columns.ts'

const readKept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Which columns of a table this browser shows, and those that it shows at first. */
export const useChosenColumns = <Column extends string>(
  key: string,
  all: readonly Column[],
  atFirst: readonly Column[] = all,
) => {
  const [columns, setColumns] = useState(() => {
    const kept = readKept(key)
    return kept === null ? atFirst : pickColumns(all, kept.split(','))
  })
  const choose = (chosen: readonly string[]): void => {
    setColumns(pickColumns(all, chosen))
    try {
      localStorage.setItem(key, chosen.join(','))
    } catch {
      // Storage may be blocked; the choice then lasts as long as the page.
    }
  }
  return { columns, choose }
}
