import { useLinksInside } from '../router/link.tsx'
import styles from './prose.module.css'

/** Rich text of editors. The HTML was sanitised on the server. */
export const Prose = ({ html }: { html: string }) => {
  const { place, follow } = useLinksInside()
  return (
    // The links inside work by keyboard anyway; the handler only avoids a reload.
    <div
      className={`${styles.rich} ${styles.prose}`}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: place(html) }}
    />
  )
}
