import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import { fileKindOf, sizeIn } from '../file-words.ts'
import styles from './material-facts.module.css'

interface MaterialFactsProps {
  card: MaterialCard
  /** False if all are of one kind. */
  withKind?: boolean
}

/** File type and size, category, date, and number of downloads. */
export const MaterialFacts = ({ card, withKind = true }: MaterialFactsProps) => {
  const intl = useIntl()
  const { kind, category, file, publishedAt, downloads, locale } = card
  return (
    <ul className={`row faint small ${styles.facts}`}>
      {locale !== intl.locale && (
        <li>
          <LanguageMark locale={locale} />
        </li>
      )}
      {withKind && (
        <li>
          <FormattedMessage id={`material.kind.${kind}`} />
        </li>
      )}
      <li>
        <FormattedMessage id={`material.category.${category}`} />
      </li>
      {file && kind !== 'photo' && (
        // Browser and server may format the same size differently.
        <li suppressHydrationWarning>
          {fileKindOf(file)} {sizeIn(intl, file.size)}
        </li>
      )}
      <li>
        <DateTime value={publishedAt} />
      </li>
      {kind === 'file' && downloads > 0 && (
        <li>
          <FormattedMessage id="material.downloads" values={{ downloads }} />
        </li>
      )}
    </ul>
  )
}
