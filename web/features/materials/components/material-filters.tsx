import type { MessageId } from '@lectern/messages/message-id.ts'
import {
  materialCategories,
  materialSorts,
  type MaterialKind,
  type MaterialSort,
} from '@lectern/contract/materials/material-values.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { listPath, type MaterialAddress } from '../material-address.ts'
import pills from '../../../ui/pills.module.css'
import styles from './material-filters.module.css'

interface ChoicesProps {
  label: string
  choices: readonly { key: string; label: MessageId; to: string; isCurrent: boolean }[]
}

const Choices = ({ label, choices }: ChoicesProps) => (
  <nav className={styles.choices} aria-label={label}>
    <span aria-hidden="true">{label}</span>
    <ul className={`row gap-8 ${pills.pills} ${styles.list}`}>
      {choices.map(({ key, label: name, to, isCurrent }) => (
        <li key={key}>
          <Link to={to} aria-current={isCurrent ? 'page' : undefined} keepScroll>
            <FormattedMessage id={name} />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

interface MaterialFiltersProps {
  path: string
  address: MaterialAddress
  /** Kinds to choose from; absent: none. */
  kinds?: readonly MaterialKind[]
  /** False if the page is about one category. */
  categories?: boolean
  sorts?: readonly MaterialSort[]
}

/** Filters and sort orders as links. */
export const MaterialFilters = (props: MaterialFiltersProps) => {
  const { path, address, kinds, categories = true, sorts = materialSorts } = props
  const intl = useIntl()
  const t = (id: MessageId): string => intl.formatMessage({ id })
  // Another filter starts at the first page.
  const toOther = (changes: Partial<MaterialAddress>): string => listPath(path, { ...address, page: 1, ...changes })
  return (
    <div className={`stack gap-12 print-hidden ${styles.filters}`}>
      {kinds && (
        <Choices
          label={t('material.kinds')}
          choices={[undefined, ...kinds].map((kind) => ({
            key: kind ?? 'all',
            label: `material.kind.${kind ?? 'all'}`,
            to: toOther({ kind }),
            isCurrent: kind === address.kind,
          }))}
        />
      )}
      {categories && (
        <Choices
          label={t('material.categories')}
          choices={[undefined, ...materialCategories].map((category) => ({
            key: category ?? 'all',
            label: `material.category.${category ?? 'all'}`,
            to: toOther({ category }),
            isCurrent: category === address.category,
          }))}
        />
      )}
      {sorts.length > 1 && (
        <Choices
          label={t('material.sorts')}
          choices={sorts.map((sort) => ({
            key: sort,
            label: `material.sort.${sort}`,
            to: toOther({ sort }),
            isCurrent: sort === address.sort,
          }))}
        />
      )}
    </div>
  )
}
