import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './source-tree.module.css'

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

const Leaf = ({ value }: { value: unknown }): ReactNode => {
  const intl = useIntl()
  if (typeof value === 'boolean') return <FormattedMessage id={value ? 'source.yes' : 'source.no'} />
  if (typeof value === 'number') return intl.formatNumber(value, { useGrouping: false })
  if (value === null || value === undefined || value === '')
    return (
      <span className={styles.none}>
        <FormattedMessage id="source.none" />
      </span>
    )
  return String(value)
}

const Branch = ({ name, value }: { name: string; value: object }) => (
  <details>
    <summary>
      <code>{name}</code>
      <span className={styles.count}>
        <FormattedMessage id="source.count" values={{ count: Object.keys(value).length }} />
      </span>
    </summary>
    <SourceTree value={value} />
  </details>
)

/** A value as nested expandable lists, with the names of the API. */
export const SourceTree = ({ value }: { value: object }) => (
  <ul className={styles.tree}>
    {Object.entries(value).map(([key, inner]) => {
      const name = Array.isArray(value) ? String(Number(key) + 1) : key
      return (
        <li key={key}>
          {isBranch(inner) ? (
            <Branch name={name} value={inner} />
          ) : (
            <p>
              <code>{name}</code> <Leaf value={inner} />
            </p>
          )}
        </li>
      )
    })}
  </ul>
)
