import { useState } from 'react'
import { changeAddress } from '../../router/history.ts'
import { useRouter } from '../../router/router-context.tsx'

/** The edited item as it was last saved. A new item gets its id into the address without leaving the page. */
export const useSavedItem = <Item extends { id: string }>(loaded: Item | undefined, path: string) => {
  const router = useRouter()
  const [item, setItem] = useState(loaded)
  const take = (saved: Item): void => {
    if (!item) changeAddress(router, `${path}?id=${saved.id}`, { replace: true })
    setItem(saved)
  }
  return [item, take] as const
}
