import type { MessageId } from '@lectern/messages/message-id.ts'
import { Fragment } from 'react'
import type { Pieces, SearchHit as Hit } from '@lectern/contract/search/search.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import styles from './search-hit.module.css'

/** Titles of the pages made of sections. */
const pageNames: Record<string, MessageId> = {
  '/': 'menu.home',
  '/About': 'menu.about',
  '/Contact': 'menu.contact',
  '/Contact_bac': 'menu.contact',
  '/Note': 'menu.note',
  '/Rules': 'menu.rules',
  '/MATE': 'menu.mate',
  '/Privacy': 'footer.privacy',
  '/Terms': 'footer.terms',
}

const Text = ({ pieces }: { pieces: Pieces }) => {
  let at = 0
  return pieces.map(({ text, found }) => {
    at += text.length
    return found ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>
  })
}

/** A hit; the whole card is a link. */
export const SearchHit = ({ hit: { kind, path, title, titleLocale, excerpt, locale, publishedAt } }: { hit: Hit }) => (
  <article className={styles.hit}>
    <p className={`row faint small ${styles.facts}`}>
      <FormattedMessage id={`search.kind.${kind}`} />
      {publishedAt && <DateTime value={publishedAt} />}
      {title.length > 0 && <LanguageMark locale={titleLocale} />}
    </p>
    <h2 className={styles.title} lang={title.length > 0 ? titleLocale : undefined}>
      <Link to={path}>
        {title.length > 0 ? <Text pieces={title} /> : <FormattedMessage id={pageNames[path] ?? 'search.kind.page'} />}
      </Link>
    </h2>
    <p className={`muted break-anywhere ${styles.excerpt}`} lang={locale}>
      {/* Found in another language than the one that the page opens in. */}
      {(title.length === 0 || locale !== titleLocale) && <LanguageMark locale={locale} />} <Text pieces={excerpt} />
    </p>
  </article>
)
