import { isEditableList } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { AnyLink, Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { exportAddress, historyPath, institutionPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import type { EntryPage } from './entry-list.tsx'
import { EntryList } from './entry-list.tsx'
import styles from './institution.module.css'
import { ListEditor } from './list-editor.tsx'
import { ListHead } from './list-head.tsx'
import { QuotaBar } from './list-marks.tsx'
import { HandedIn, ListRecord } from './list-record.tsx'

interface OwnListProps {
  client: Client
  list: OpenList
  entries: EntryPage
  query: { mark?: string | undefined; search?: string | undefined; page?: string | undefined }
  owner: string
  onReload: () => void
}

/** A list of the reader's own institution: to work on, or as it was handed in. */
export const OwnList = ({ client, list: loaded, entries, query, owner, onReload }: OwnListProps) => {
  const { t } = useRecommendationText()
  const [seen, setSeen] = useState(loaded)
  const [list, setList] = useState(loaded)
  const [isNew, setNew] = useState(false)
  if (seen !== loaded) {
    setSeen(loaded)
    setList(loaded)
  }
  const place = { institution: list.institution.id, activity: list.activity.id }
  const isEdited = list.may.edit === null
  return (
    <>
      <ListHead list={list} back={institutionPath(place.institution)} />
      {isNew && list.handedIn && (
        <Notice kind="done">
          <h2>{t('done')}</h2>
          <p>
            <FormattedMessage
              id="recommendation.done.about"
              values={{
                number: list.handedIn.summary.number,
                moment: <DateTime key="at" value={list.handedIn.at} exact timeZone={list.timeZone} />,
              }}
            />
          </p>
        </Notice>
      )}
      <HandedIn list={list} />
      {isEdited ? (
        <ListEditor
          {...{ client, list, entries, query, owner, onReload }}
          onHandedIn={(next) => {
            setList(next)
            setNew(true)
            onReload()
          }}
        />
      ) : (
        <>
          {isEditableList(list.state) && <Notice>{list.may.edit}</Notice>}
          <QuotaBar list={list} />
          <ListRecord list={list} />
          <EntryList
            {...{ client, place, entries, query }}
            timeZone={list.timeZone}
            listed={new Set(list.list.map(({ entry }) => entry as string))}
            isFull={false}
            onAdd={null}
            onReminded={onReload}
          />
        </>
      )}
      <section className={styles.section} aria-labelledby="more">
        <h2 id="more">{t('more')}</h2>
        <p className="row gap-12">
          <Link className="button quiet" to={historyPath(place)}>
            {t('history')}
          </Link>
          {(['list', 'entries'] as const).map((what) => (
            <AnyLink key={what} className="button quiet" address={exportAddress(place, what, 'xlsx')} download>
              {t(`export.${what}`)}
            </AnyLink>
          ))}
        </p>
      </section>
    </>
  )
}
