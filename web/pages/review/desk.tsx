import { readPanelDesk } from '@lectern/contract/review/panel-desk.ts'
import { listDeskRounds, readDeskRound } from '@lectern/contract/review/review.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useNews } from '../../features/notices/live.ts'
import { PanelView } from '../../features/review/components/panel-view.tsx'
import { CalendarLink, RoundChoice, RoundHead } from '../../features/review/components/round-head.tsx'
import { Invitation, RoundSteps } from '../../features/review/components/round-steps.tsx'
import { WorkTable } from '../../features/review/components/work-table.tsx'
import styles from '../../features/review/components/review.module.css'
import { deskPath, panelPath } from '../../features/review/desk-address.ts'
import { chooseRound, isReady } from '../../features/review/round-choice.ts'
import { useReviewText } from '../../features/review/review-text.ts'
import { nextUnfinished } from '../../features/review/work-list.ts'
import { failureOf } from '../../request/request-error.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage } from '../../ui/intl.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** Before a round opens, and once its edition is archived, its works are not shown. */
const whenNotOpen = (error: unknown): undefined => {
  const code = failureOf(error)?.error
  if (code !== 'round.notOpen' && code !== 'round.archived') throw error
}

export const loader = async ({ query, client }: LoaderInput) => {
  const options = { skipErrorHandler: true }
  const { list } = await client(listDeskRounds, undefined, options)
  const round = chooseRound(list, query.get('round'))
  if (!round || !isReady(round)) return { list, round }
  const params = { round: round.code }
  if (query.get('tab') === 'panel' && round.isChair)
    return { list, round, panel: await client(readPanelDesk, { params }, options) }
  const desk = await client(readDeskRound, { params }, options).catch(whenNotOpen)
  // Organisers may open a round later than announced.
  const isToCome = round.opensAt !== null && new Date(round.opensAt).getTime() > Date.now()
  return { list, round, desk, opensAt: isToCome ? round.opensAt : null }
}

export default function Desk() {
  const client = useClient()
  const router = useRouter()
  const { t } = useReviewText()
  const { list, round, ...view } = useData<typeof loader>()
  const reload = (): void => void router.reload()
  // A new invitation, works that were dealt, a sheet that was reopened.
  useNews(reload)
  const invitations = list.filter(({ invitation }) => invitation === 'invited')
  const panel = 'panel' in view ? view.panel : undefined
  const desk = 'desk' in view ? view.desk : undefined
  const opensAt = 'opensAt' in view ? view.opensAt : null
  return (
    <div className={styles.page}>
      <PageHead title={t('desk')} />
      <div className={`stack gap-4 ${styles.head}`}>
        <h1>{t('desk')}</h1>
        {round && <p className={styles.about}>{round.name}</p>}
        {round && (
          <RoundChoice rounds={list.filter(({ invitation }) => invitation === 'accepted')} current={round.code} />
        )}
      </div>
      {invitations.map((each) => (
        <Invitation key={each.code} client={client} round={each} onAnswered={reload} />
      ))}
      {round && <RoundSteps round={round} />}
      {round?.isChair && isReady(round) && (
        <Tabs
          label={t('tabs')}
          current={panel ? panelPath(round.code) : deskPath(round.code)}
          tabs={[
            { to: deskPath(round.code), label: t('works') },
            { to: panelPath(round.code), label: t('panel') },
          ]}
        />
      )}
      {panel && <PanelView client={client} desk={panel} onChanged={reload} />}
      {desk && (
        <>
          <RoundHead desk={desk} next={nextUnfinished(desk.works)?.code} />
          <WorkTable key={desk.round.code} {...desk} />
        </>
      )}
      {round && isReady(round) && !panel && !desk && (
        <section className={styles.card}>
          <h2>{t(round.state === 'settled' ? 'settled' : 'notOpen')}</h2>
          {round.state !== 'settled' && (
            <p className={styles.about}>
              {opensAt === null ? (
                t('notOpen.about')
              ) : (
                <FormattedMessage
                  id="review.opensAt"
                  values={{ moment: <DateTime key="at" value={opensAt} exact timeZone={round.timeZone} /> }}
                />
              )}
            </p>
          )}
          {round.state !== 'settled' && (
            <p>
              <CalendarLink round={round} />
            </p>
          )}
        </section>
      )}
      {!round && invitations.length === 0 && <EmptyState title={t('rounds.none')}>{t('rounds.none.about')}</EmptyState>}
    </div>
  )
}
