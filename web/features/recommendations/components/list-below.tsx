import type { OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { useState, type ReactNode } from 'react'
import type { Client } from '../../../request/client.ts'
import { AnyLink, Link } from '../../../router/link.tsx'
import { exportAddress, historyPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import { ExtendList } from './extend-list.tsx'
import styles from './institution.module.css'
import { JudgeList } from './judge-list.tsx'
import { ListHead } from './list-head.tsx'
import { QuotaBar } from './list-marks.tsx'
import { HandedIn } from './list-record.tsx'

interface ListBelowProps {
  client: Client
  list: OpenList
  /** The page with all lists; absent: the frame has a link to it. */
  back?: string
  /** What else there is about the institution. */
  children?: ReactNode
  onReload: () => void
}

/** A list of an institution below, for the level above. */
export const ListBelow = ({ client, list: loaded, back, children, onReload }: ListBelowProps) => {
  const { t } = useRecommendationText()
  const [seen, setSeen] = useState(loaded)
  const [list, setList] = useState(loaded)
  const [isOutdated, setOutdated] = useState(false)
  if (seen !== loaded) {
    setSeen(loaded)
    setList(loaded)
  }
  const place = { institution: list.institution.id, activity: list.activity.id }
  const replace = (next: OpenList): void => {
    setOutdated(false)
    setList(next)
  }
  return (
    <>
      <ListHead list={list} {...(back && { back })} />
      <p role="status" className={isOutdated ? styles.warning : 'visually-hidden'}>
        {isOutdated && t('replaced')}
      </p>
      <QuotaBar list={list} />
      <HandedIn list={list} />
      <JudgeList
        {...{ client, list }}
        onChanged={replace}
        onOutdated={() => {
          setOutdated(true)
          onReload()
        }}
      />
      {children}
      <section className={styles.section} aria-labelledby="more">
        <h2 id="more">{t('more')}</h2>
        <p className="row gap-12">
          <ExtendList {...{ client, list }} onChanged={replace} />
          <Link className="button quiet" to={historyPath(place)}>
            {t('history')}
          </Link>
          <AnyLink className="button quiet" address={exportAddress(place, 'list', 'xlsx')} download>
            {t('export.list')}
          </AnyLink>
        </p>
      </section>
    </>
  )
}
