import type { MouseEvent } from 'react'
import { go } from '../router/history.ts'
import { isPlainClick } from '../router/link.tsx'
import { withBase, withoutBase } from '../router/match.ts'
import { useRouter } from '../router/router-context.tsx'
import styles from './prose.module.css'

/** Running text written by editors. The HTML was cleaned on the server; its links to this site know nothing of the router base. */
export const Prose = ({ html }: { html: string }) => {
  const router = useRouter()
  const { base } = router
  const placed =
    base === '/'
      ? html
      : html.replaceAll(/(<a href=")(\/[^"]*)/g, (_, tag: string, path: string) => tag + withBase(path, base))
  const follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a')
    const path = link?.origin === location.origin ? withoutBase(link.pathname, base) : undefined
    if (!link || path === undefined || !isPlainClick(event)) return
    event.preventDefault()
    void go(router, `${path}${link.search}${link.hash}`)
  }
  return (
    // The links inside are reached and pressed by key as everywhere; this only spares a reload.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={styles.prose} onClick={follow} dangerouslySetInnerHTML={{ __html: placed }} />
  )
}
