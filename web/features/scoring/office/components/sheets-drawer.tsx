import { listSheets } from '@lectern/contract/review/review-board.ts'
import { localize } from '@lectern/contract/localized.ts'
import { Button, Drawer, Empty, Skeleton } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { EntryId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { writeDuration } from '../../../../ui/duration.ts'
import { useLoad } from '../../../accounts/use-load.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useScoringWords } from '../scoring-words.ts'
import { ReopenSheet } from './reopen-sheet.tsx'
import styles from './sheets-drawer.module.css'

export interface ShownWork {
  entry: EntryId
  code: string
  title: string
}

type Sheet = AnswerOf<typeof contract.listSheets>['list'][number]
type SheetVersion = Sheet['versions'][number]

const Version = ({ round, version }: { round: Round; version: SheetVersion }) => {
  const { t, intl, points } = useScoringWords()
  const { criteria } = round.source.rules
  return (
    <div className={styles.version}>
      <h4>
        {t('version', {
          number: version.number,
          moment: intl.formatMoment(version.at, 'moment', round.timeZone),
          time: writeDuration(version.seconds),
        })}
      </h4>
      {criteria.length > 0 && (
        <table>
          <tbody>
            {criteria.map(({ id, label, max }) => (
              <tr key={id}>
                <th scope="row">{localize(label, intl.locale).text}</th>
                <td>{`${points(version.scores[id])} / ${points(max)}`}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              <td>{points(version.total)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {version.comment && (
        <p className={`break-anywhere pre-line ${styles.text}`}>
          <b>{t('comment')}</b>
          {version.comment}
        </p>
      )}
      {version.remark && (
        <p className={`break-anywhere pre-line ${styles.text}`}>
          <b>{t('remark')}</b>
          {version.remark}
        </p>
      )}
    </div>
  )
}

interface SheetsDrawerProps {
  client: Client
  round: Round
  work: ShownWork
  onChanged: () => void
  onClose: () => void
}

/** Every submitted version of every sheet of a work. */
export const SheetsDrawer = ({ client, round, work, onChanged, onClose }: SheetsDrawerProps) => {
  const { t, intl } = useScoringWords()
  const [isOpen, setOpen] = useState(true)
  const [reopened, setReopened] = useState<Sheet>()
  const { data, failed, reload } = useLoad(() => client(listSheets, { params: { id: round.id, entry: work.entry } }))
  const mayReopen = round.state === 'open' || round.state === 'paused' || round.state === 'closed'
  return (
    <Drawer
      open={isOpen}
      size={520}
      title={`${work.code} ${work.title}`}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      {!data && !failed && <Skeleton active />}
      {failed && <Button onClick={() => void reload()}>{t('tryAgain')}</Button>}
      {data?.list.length === 0 && <Empty image={null} description={t('noSheets')} />}
      {data?.list.map((sheet) => {
        const [newest, ...older] = sheet.versions
        return (
          <section key={sheet.assignment} className={styles.sheet} aria-label={sheet.expert}>
            <div className={`cluster gap-8 ${styles.head}`}>
              <h3>{sheet.expert}</h3>
              {!sheet.counts && <StateTag tone="quiet">{t('doesNotCount')}</StateTag>}
              {sheet.reopenedUntil && round.state !== 'settled' && (
                <StateTag tone="waiting">
                  {t('reopenedUntil', {
                    moment: intl.formatMoment(sheet.reopenedUntil, 'dayAndTime', round.timeZone),
                  })}
                </StateTag>
              )}
              {mayReopen && sheet.counts && (
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  aria-label={t('reopenOf', { name: sheet.expert })}
                  onClick={() => setReopened(sheet)}
                >
                  {t('reopen')}
                </Button>
              )}
            </div>
            {newest && <Version round={round} version={newest} />}
            {older.length > 0 && (
              <details className={styles.older}>
                <summary>{t('olderVersions', { count: older.length })}</summary>
                {older.map((version) => (
                  <Version key={version.number} round={round} version={version} />
                ))}
              </details>
            )}
          </section>
        )
      })}
      {reopened && (
        <ReopenSheet
          client={client}
          round={round}
          assignment={reopened.assignment}
          expert={reopened.expert}
          onReopened={() => {
            void reload()
            onChanged()
          }}
          onClose={() => setReopened(undefined)}
        />
      )}
    </Drawer>
  )
}
