import { useState } from 'react'

/** The selection of a list across its pages. Items on the current page are used in their newest version. */
export const useSelection = <Key extends string, Item extends Record<Key, string>>(list: readonly Item[], key: Key) => {
  const [chosen, setChosen] = useState<readonly Item[]>([])
  return {
    selected: chosen.map((item) => list.find((row) => row[key] === item[key]) ?? item),
    select: (items: readonly Item[]): void => setChosen(items),
    clear: (): void => setChosen([]),
  }
}
