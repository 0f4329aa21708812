import { useEffect, useState } from 'react'
import { isOfOffice } from '@lectern/contract/dashboard/contest-line-values.ts'
import { readContestLines, type ContestLine } from '@lectern/contract/dashboard/contest-lines.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { useRouterState } from '../../../router/router-context.tsx'
import { isPage } from '../shown-page.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { ContestLineView } from './contest-line.tsx'
import styles from './contest-line.module.css'

type Lines = AnswerOf<typeof readContestLines>

/** Whether somebody of the office must act. */
const needsOffice = ({ stages, current }: ContestLine): boolean =>
  isOfOffice(stages.find(({ stage }) => stage === current)?.next?.who ?? null)

/** Every activity of an edition. */
export const ContestLines = ({ timeZone, list }: Lines) => {
  const intl = useIntl()
  if (timeZone === null || list.length === 0) return null
  const title = intl.formatMessage({ id: 'office.line.title' })
  return (
    <section className={styles.lines} aria-label={title}>
      <h2>{title}</h2>
      {list.map((line) => (
        <ContestLineView key={line.id} line={line} timeZone={timeZone} hasHeading />
      ))}
    </section>
  )
}

interface StageLinesProps {
  client: Client
  /** The activities of the page; absent: all of the edition. */
  activities?: readonly string[] | undefined
  edition?: string | undefined
}

/** The same lines on top of a stage's page: one is shown, several are folded. Loaded beside the page, and again with it after a step. */
export const StageLines = ({ client, activities, edition }: StageLinesProps) => {
  const intl = useIntl()
  const { screen } = useRouterState()
  const [lines, setLines] = useState<Lines>()
  useEffect(() => {
    if (!isPage(screen)) return
    const controller = new AbortController()
    const query = edition === undefined ? {} : { edition }
    client(readContestLines, { query }, { skipErrorHandler: true, signal: controller.signal }).then(
      setLines,
      () => undefined,
    )
    return () => controller.abort()
  }, [client, edition, screen])
  const list = lines?.list.filter(({ id }) => activities === undefined || activities.includes(id)) ?? []
  if (!lines || lines.timeZone === null || list.length === 0) return <div className={styles.place} />
  const { timeZone } = lines
  if (list.length === 1)
    return (
      <div className={styles.single}>
        <ContestLineView line={list[0]!} timeZone={timeZone} hasHeading={activities === undefined} />
      </div>
    )
  return (
    <details className={styles.folded}>
      <summary>
        {intl.formatMessage({ id: 'office.line.title' })}
        <span className="muted">
          {' · '}
          <FormattedMessage id="office.line.needsYou" values={{ count: list.filter(needsOffice).length }} />
        </span>
      </summary>
      <div className={styles.lines}>
        {list.map((line) => (
          <ContestLineView key={line.id} line={line} timeZone={timeZone} hasHeading />
        ))}
      </div>
    </details>
  )
}
