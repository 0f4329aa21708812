import { useState } from 'react'
import { readdress } from '../../router/history.ts'
import { useRouter } from '../../router/router-context.tsx'

/**
 * What is being edited, as it was last saved. Once something new is saved, the address names it; the page stays as it is, and with it
 * what is done there meanwhile.
 */
export const useEdited = <Item extends { id: string }>(loaded: Item | undefined, path: string) => {
  const router = useRouter()
  const [item, setItem] = useState(loaded)
  const take = (saved: Item): void => {
    if (!item) readdress(router, `${path}?id=${saved.id}`, { replace: true })
    setItem(saved)
  }
  return [item, take] as const
}
