import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readRecommendationList, type OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import type { Client } from '../../../request/client.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFormStep } from '../../enrolments/use-form-step.ts'
import { SaveStatus } from '../../enrolments/components/save-status.tsx'
import { listPath, readListStep } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import { useListDraft } from '../use-list-draft.ts'
import { EntryList, type EntryPage } from './entry-list.tsx'
import { HandIn } from './hand-in.tsx'
import styles from './institution.module.css'
import { QuotaBar } from './list-marks.tsx'
import { RankedList } from './ranked-list.tsx'
import { RemarkField } from './remark-field.tsx'
import { nameOfRow, RowFacts } from './row-facts.tsx'

interface ListEditorProps {
  client: Client
  list: OpenList
  entries: EntryPage
  query: { mark?: string | undefined; search?: string | undefined; page?: string | undefined }
  /** Who works on it. */
  owner: string
  onHandedIn: (list: OpenList) => void
  /** The entries may have changed. */
  onReload: () => void
}

/** Rank, check, hand in. */
export const ListEditor = (props: ListEditorProps) => {
  const { client, list: loaded, entries, query, owner, onHandedIn, onReload } = props
  const { t } = useRecommendationText()
  const [draft, state] = useListDraft(client, loaded, owner)
  const place = { institution: loaded.institution.id, activity: loaded.activity.id }
  const { step, heading, go } = useFormStep(readListStep, (next) => listPath({ ...place, ...query }, next))
  const [seen, setSeen] = useState(loaded)
  const ranking = useRef<HTMLHeadingElement>(null)
  const { list, saving, contested } = state

  // Loaded anew, such as after a filter: what is not saved stays.
  useEffect(() => {
    if (seen === loaded) return
    setSeen(loaded)
    if (loaded.version >= draft.state.list.version) draft.replace(loaded)
  }, [draft, loaded, seen])

  // What is counted of the entries has changed.
  const count = list.list.length
  const [counted, setCounted] = useState(count)
  const isSaved = saving.kind === 'saved'
  const reload = useEffectEvent(onReload)
  useEffect(() => {
    if (!isSaved || counted === count) return
    setCounted(count)
    reload()
  }, [isSaved, counted, count])

  const reread = (): void =>
    void client(
      readRecommendationList,
      { params: { activity: place.activity, institution: place.institution } },
      { skipErrorHandler: true },
    ).then(draft.replace, () => undefined)
  const listed = new Set<string>(list.list.map(({ entry }) => entry))
  const { may } = list
  return (
    <>
      <ol className={`row faint ${styles.steps}`}>
        {(['prepare', 'check'] as const).map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {t(`liststep.${name}`)}
          </li>
        ))}
      </ol>
      <SaveStatus
        state={{ saving, conflicts: contested }}
        // The head of the page has it.
        due={null}
        timeZone={list.timeZone}
        onAgain={() => void draft.flush()}
        onChoose={() => ranking.current?.focus()}
      />
      {(state.isReplaced || state.refusal !== null) && (
        <div role="alert">
          <Notice>
            <p>{state.refusal ?? t('replaced')}</p>
            <button type="button" className={styles.link} onClick={draft.acknowledge}>
              <FormattedMessage id="enrolment.understood" />
            </button>
          </Notice>
        </div>
      )}
      {step === 'prepare' ? (
        <>
          <section className={styles.part} aria-labelledby="ranking">
            <h2 id="ranking" ref={ranking} tabIndex={-1}>
              {t('ranking')}
            </h2>
            <QuotaBar list={list} />
            {list.list.length === 0 ? (
              <EmptyState title={t('ranking.none')}>{t('ranking.none.about')}</EmptyState>
            ) : (
              <>
                {list.list.length > 1 && <p className="muted small">{t('ranking.about')}</p>}
                <RankedList
                  label={t('ranking')}
                  items={list.list.map((row) => ({ ...row, id: row.entry }))}
                  nameOf={nameOfRow}
                  onMove={(entry, target) => draft.move(entry, target + 1)}
                >
                  {(row) => (
                    <>
                      <RowFacts row={row} list={list} />
                      <RemarkField
                        key={state.rounds[row.entry] ?? 0}
                        name={nameOfRow(row)}
                        value={row.remark ?? ''}
                        theirs={contested[row.entry]}
                        onChange={(text) => draft.remark(row.entry, text)}
                        onChoose={(whose) => draft.choose(row.entry, whose)}
                      />
                      <button type="button" className={styles.link} onClick={() => draft.remove([row.entry])}>
                        {t('row.remove')}
                        <span className="visually-hidden"> {nameOfRow(row)}</span>
                      </button>
                    </>
                  )}
                </RankedList>
              </>
            )}
            {list.list.length > 0 && (
              <p>
                <button type="button" className="button" onClick={() => go('check')}>
                  {t('toCheck')}
                </button>
              </p>
            )}
          </section>
          <EntryList
            {...{ client, place, entries, query, listed }}
            isFull={list.recommended >= list.quota}
            timeZone={list.timeZone}
            onAdd={may.edit === null ? (entry) => draft.add([entry]) : null}
            onReminded={onReload}
          />
        </>
      ) : (
        <HandIn
          {...{ client, list, heading }}
          flush={draft.flush}
          versionNow={() => draft.state.list.version}
          onChange={() => go('prepare')}
          onStored={draft.replace}
          onHandedIn={(next) => {
            go('prepare', { replace: true })
            draft.replace(next)
            onHandedIn(next)
          }}
          onOutdated={reread}
        />
      )}
    </>
  )
}
