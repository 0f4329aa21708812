import type { MessageId } from '@lectern/messages/message-id.ts'
import type { SectionData } from '@lectern/contract/pages/pages.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { HallRows } from '../../../ui/drawings.tsx'
import { LectureHall } from '../../../ui/lecture-hall.tsx'
import { ArrowIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Countdown } from '../../competition/components/countdown.tsx'
import type { SectionProps } from '../section-view.ts'
import { useOwnLanguage } from '../use-own-language.ts'
import styles from './hero.module.css'
import { Fallback } from './section-frame.tsx'

type Data = SectionData<'hero'>

const Deadline = ({ next, timeZone }: { next: NonNullable<Data['next']>; timeZone: string | undefined }) => {
  const intl = useIntl()
  return (
    <div className={`stack gap-12 ${styles.deadline}`}>
      <p className={styles.when}>
        <FormattedMessage
          id={`section.hero.${next.what}`}
          values={{ moment: <DateTime key="moment" value={next.at} exact timeZone={timeZone} /> }}
        />
      </p>
      <Countdown until={next.at} />
      <p className={styles.concerned}>
        {intl.formatRichList(
          next.activities.map(({ id, name, locale }) => (
            <span key={id} lang={locale}>
              {name}
            </span>
          )),
        )}
      </p>
    </div>
  )
}

/** Target of the button: what can be done now. */
const actionOf = ({ edition, next }: Data): { to: string; label: MessageId } => {
  if (next?.what === 'closes') return { to: '/EnrollFor', label: 'section.hero.enrol' }
  if (edition) return { to: '/EnrollFor', label: 'section.hero.activities' }
  return { to: '/News', label: 'section.hero.news' }
}

/** What the contest is, who may take part, the next deadline, and one button. */
export const Hero = ({ section: { block, locale, content, data } }: SectionProps<'hero'>) => {
  const { theirs, ours } = useOwnLanguage(locale)
  const { edition, next } = data
  const action = actionOf(data)
  const title = content.title || edition?.name
  return (
    <section id={block} className={styles.hero} {...(title && { 'aria-labelledby': `${block}-title` })} {...theirs}>
      <div className={`print-hidden ${styles.rows}`}>
        <HallRows />
      </div>
      <div className={styles.content}>
        <div>
          {title && <h1 id={`${block}-title`}>{title}</h1>}
          {content.lead && <p className={styles.lead}>{content.lead}</p>}
          {content.who && <p className={styles.who}>{content.who}</p>}
          <Fallback locale={locale} />
          {next && (
            <div {...ours}>
              <Deadline next={next} timeZone={edition?.timeZone} />
            </div>
          )}
          <Link className={`button print-hidden ${styles.action}`} to={action.to} {...ours}>
            <FormattedMessage id={action.label} />
            <ArrowIcon />
          </Link>
        </div>
        <div className={`print-hidden ${styles.drawing}`}>
          <LectureHall />
        </div>
      </div>
    </section>
  )
}
