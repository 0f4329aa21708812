import styles from './cover.module.css'

interface CoverProps {
  /** Answers with a small picture or, where there is none, with a drawing. */
  src: string
  /** `list`: beside the title in a row. */
  size?: 'tile' | 'list'
  /** Seen without scrolling: loaded at once, before scripts. */
  isFirst?: boolean
}

/** The picture of a work. Its title stands beside it, so it says nothing to screen readers. */
export const Cover = ({ src, size = 'tile', isFirst = false }: CoverProps) => (
  <img
    className={styles.cover}
    data-size={size}
    src={src}
    alt=""
    width={480}
    height={270}
    loading={isFirst ? 'eager' : 'lazy'}
    {...(isFirst && { fetchPriority: 'high' })}
    decoding="async"
  />
)
