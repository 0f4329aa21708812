import { useState } from 'react'

/** What is selected in a list, over all its pages. What was changed since then is acted on as it is now, if this page shows it. */
export const useSelection = <Key extends string, Item extends Record<Key, string>>(list: readonly Item[], key: Key) => {
  const [chosen, setChosen] = useState<readonly Item[]>([])
  return {
    selected: chosen.map((item) => list.find((shown) => shown[key] === item[key]) ?? item),
    select: (items: readonly Item[]): void => setChosen(items),
    clear: (): void => setChosen([]),
  }
}
