import { useLinksInside } from '../router/link.tsx'
import styles from './prose.module.css'

/** Running text written by editors. The HTML was cleaned on the server. */
export const Prose = ({ html }: { html: string }) => {
  const { place, follow } = useLinksInside()
  return (
    // The links inside are reached and pressed by key as everywhere; this only spares a reload.
    <div className={styles.prose} onClick={follow} dangerouslySetInnerHTML={{ __html: place(html) }} />
  )
}
