import type { MessageId } from '@lectern/messages/message-id.ts'
import type { MaterialSort } from '@lectern/contract/materials/material-values.ts'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl, type IntlShape } from '../../../ui/intl.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import { fileKindOf, sizeIn } from '../file-words.ts'
import { listPath, type MaterialAddress } from '../material-address.ts'
import { KindIcon } from './kind-icon.tsx'
import { MaterialFacts } from './material-facts.tsx'
import { MaterialLink } from './material-link.tsx'
import styles from './material-table.module.css'

interface MaterialTableProps {
  path: string
  address: MaterialAddress
  cards: readonly MaterialCard[]
}

/** A photo is stored in many sizes, so its original size in pixels is shown. */
const formatOf = (intl: IntlShape, { kind, picture, file }: MaterialCard): string => {
  if (kind === 'photo') return picture ? `${picture.width} × ${picture.height}` : ''
  return file ? `${fileKindOf(file)} ${sizeIn(intl, file.size)}` : ''
}

interface TitleProps {
  card: MaterialCard
  /** For the table; cards show the language among their facts. */
  withLanguage?: boolean
}

const Title = ({ card, withLanguage = false }: TitleProps) => (
  <span className={styles.title}>
    <KindIcon kind={card.kind} />
    <span lang={card.locale}>
      <MaterialLink card={card}>{card.title}</MaterialLink>
      {withLanguage && (
        <>
          {' '}
          <LanguageMark locale={card.locale} />
        </>
      )}
      {card.summary && <span className={`muted small ${styles.summary}`}>{card.summary}</span>}
    </span>
  </span>
)

/** A table of materials; cards on phones, where six columns do not fit. */
export const MaterialTable = ({ path, address, cards }: MaterialTableProps) => {
  const intl = useIntl()
  const sorted = (sort: MaterialSort, label: MessageId) => (
    <th scope="col" aria-sort={address.sort === sort ? (sort === 'title' ? 'ascending' : 'descending') : undefined}>
      <Link to={listPath(path, { ...address, sort, page: 1 })} keepScroll>
        <FormattedMessage id={label} />
      </Link>
    </th>
  )
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {sorted('title', 'material.column.title')}
            <th scope="col">
              <FormattedMessage id="material.column.kind" />
            </th>
            <th scope="col">
              <FormattedMessage id="material.column.category" />
            </th>
            <th scope="col">
              <FormattedMessage id="material.column.file" />
            </th>
            {sorted('newest', 'material.column.date')}
            {sorted('downloads', 'material.column.downloads')}
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={card.id}>
              <th scope="row">
                <Title card={card} withLanguage />
              </th>
              <td>
                <FormattedMessage id={`material.kind.${card.kind}`} />
              </td>
              <td>
                <FormattedMessage id={`material.category.${card.category}`} />
              </td>
              {/* Browser and server may format the same size differently. */}
              <td suppressHydrationWarning>{formatOf(intl, card)}</td>
              <td>
                <Moment value={card.publishedAt} dayOnly />
              </td>
              <td>{intl.formatNumber(card.downloads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.id}>
            <Title card={card} />
            <MaterialFacts card={card} />
          </li>
        ))}
      </ul>
    </>
  )
}
