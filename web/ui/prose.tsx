import styles from './prose.module.css'

/** Running text written by editors. The HTML was cleaned on the server. */
export const Prose = ({ html }: { html: string }) => (
  <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
)
