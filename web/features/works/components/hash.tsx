import styles from './hash.module.css'

/** Eight digits each, so that an eye can compare them; copied, it is one word. */
const groupsOf = (hash: string): string[] => hash.match(/.{1,8}/g) ?? []

/** A SHA-256 in hexadecimal digits. */
export const Hash = ({ value }: { value: string }) => (
  <code className={styles.hash} translate="no">
    {groupsOf(value).map((group, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- groups may repeat, and never move
      <span key={index}>
        {group}
        <wbr />
      </span>
    ))}
  </code>
)
