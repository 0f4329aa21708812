import type { Locale } from '@lectern/contract/locales.ts'
import type { ShownSection } from '@lectern/contract/pages/pages.ts'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { useOwnLanguage } from '../use-own-language.ts'
import styles from './section-frame.module.css'

interface SectionFrameProps {
  section: ShownSection
  alone: boolean
  /** A link beside the title. */
  more?: ReactNode
  /** Nothing to show: the section is left out, unless it is alone on its page. */
  empty?: boolean
  tone?: 'quiet'
  children?: ReactNode
}

/** A note that the following text is not in the reader's language. */
export const Fallback = ({ locale }: { locale: Locale }) => {
  const intl = useIntl()
  if (locale === intl.locale) return null
  return (
    <p className={`muted small ${styles.fallback}`} lang={intl.locale}>
      <FormattedMessage id="section.fallback" />
    </p>
  )
}

/** Title, introduction and content of a section, with an anchor. */
export const SectionFrame = ({ section, alone, more, empty = false, tone, children }: SectionFrameProps) => {
  const { block, locale, content } = section
  const { theirs, ours } = useOwnLanguage(locale)
  if (empty && !alone) return null
  const title = 'title' in content ? content.title : ''
  const lead = 'lead' in content ? content.lead : ''
  const Heading = alone ? 'h1' : 'h2'
  return (
    <section
      id={block}
      className={styles.section}
      data-tone={tone}
      {...(title && { 'aria-labelledby': `${block}-title` })}
      {...theirs}
    >
      <div className={styles.inner}>
        {title && (
          <header className={`row between ${styles.head}`}>
            <Heading id={`${block}-title`}>{title}</Heading>
            {more && <span {...ours}>{more}</span>}
          </header>
        )}
        {lead && <p className={`muted pre-line ${styles.lead}`}>{lead}</p>}
        <Fallback locale={locale} />
        {empty ? <EmptyState title={<FormattedMessage id="section.nothing" />} /> : children}
      </div>
    </section>
  )
}
