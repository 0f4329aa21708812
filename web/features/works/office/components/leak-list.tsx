import { App, Button, Space, Typography } from 'antd'
import { useState } from 'react'
import type { FileId, LeakId, WorkId } from '@lectern/contract/ids.ts'
import { groupLeaks, type LeakGroup } from '@lectern/contract/works/leak-groups.ts'
import { blankWords, judgeLeaks, type OfficeLeak } from '@lectern/contract/works/work-office.ts'
import { leakJudgements, type LeakJudgement } from '@lectern/contract/works/work-values.ts'
import type { Client } from '../../../../request/client.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useWorkWords } from '../work-words.ts'
import { RedactionUpload } from './redaction-upload.tsx'
import styles from './work-dossier.module.css'

interface LeakListProps {
  client: Client
  work: WorkId
  leaks: readonly OfficeLeak[]
  /** The reader takes part: nothing may be judged here. */
  isOwnActivity: boolean
  isJudged: boolean
  /** Shows the file that a leak is in. */
  onShow: (file: FileId) => void
  onChanged: () => void
}

const idsOf = (leaks: readonly OfficeLeak[]): LeakId[] => leaks.map(({ id }) => id)

interface GroupProps extends Pick<LeakListProps, 'work' | 'isOwnActivity' | 'isJudged' | 'onShow' | 'onChanged'> {
  group: LeakGroup<OfficeLeak>
  judgement: LeakJudgement
  busy: boolean
  onJudge: (leaks: readonly OfficeLeak[], judgement: 'open' | 'fine') => void
  onBlank: (leaks: readonly OfficeLeak[]) => void
}

/** One name, school and so on, with every place where it stands. */
const Group = ({ group, judgement, work, isOwnActivity, isJudged, busy, ...on }: GroupProps) => {
  const { t } = useWorkWords()
  const { kind, value, leaks, places } = group
  const isOpen = judgement === 'open'
  const typed = leaks.filter(({ isTyped }) => isTyped)
  const judges = [...new Set(leaks.flatMap(({ judgedBy }) => judgedBy ?? []))]
  const redactedAt = new Map(leaks.toReversed().flatMap(({ file, place }) => (file ? [[file, place] as const] : [])))
  return (
    <li>
      <div className={`cluster break-anywhere ${styles.leakHead}`}>
        <StateTag tone={isOpen ? 'waiting' : 'good'}>{t(`leak.${judgement}`)}</StateTag>
        <strong>{value}</strong>
        <Typography.Text type="secondary">{t(`leak.kind.${kind}`)}</Typography.Text>
      </div>
      <ul className={styles.places}>
        {places.map(({ place, leaks: [first, ...others] }) => {
          const { file, context } = first
          const label = others.length > 0 ? t('leak.times', { place, count: others.length + 1 }) : place
          return (
            <li key={place}>
              {file ? (
                <Button type="link" size="small" className={styles.place!} onClick={() => on.onShow(file)}>
                  {label}
                </Button>
              ) : (
                label
              )}
              {context && <blockquote className={`muted break-anywhere ${styles.context}`}>{context}</blockquote>}
              {isOpen && !isOwnActivity && file && redactedAt.get(file) === place && (
                <RedactionUpload work={work} file={file} isJudged={isJudged} onDone={on.onChanged} />
              )}
            </li>
          )
        })}
      </ul>
      {judges.map((name) => (
        <Typography.Text key={name} type="secondary">
          {t('leak.judgedBy', { name })}
        </Typography.Text>
      ))}
      {!isOwnActivity && (
        <Space wrap size="small">
          {isOpen && !isJudged && typed.length > 0 && (
            <Button size="small" type="primary" disabled={busy} onClick={() => on.onBlank(typed)}>
              {t('leak.blank')}
            </Button>
          )}
          <Button size="small" disabled={busy} onClick={() => on.onJudge(leaks, isOpen ? 'fine' : 'open')}>
            {t(isOpen ? 'leak.sayFine' : 'leak.reopen')}
          </Button>
        </Space>
      )}
    </li>
  )
}

/** What may tell who made a work: one entry for each name, to be judged at all its places at once. */
export const LeakList = ({ client, work, leaks, ...props }: LeakListProps) => {
  const { t } = useWorkWords()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const change = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await call()
    } catch {
      // The request has shown the reason; the stored state is reloaded.
    }
    setBusy(false)
    props.onChanged()
  }
  const params = { id: work }
  const judge = (some: readonly OfficeLeak[], judgement: 'open' | 'fine'): void =>
    void change(() => client(judgeLeaks, { params, body: { leaks: idsOf(some), judgement } }, { inPlaceSignIn: true }))
  const blank = (some: readonly OfficeLeak[]): void =>
    void change(async () => {
      await client(blankWords, { params, body: { leaks: idsOf(some) } }, { inPlaceSignIn: true })
      void message.success(t('leak.blanked'))
    })
  const open = leaks.filter(({ judgement }) => judgement === 'open')
  return (
    <>
      <ul className={`stack gap-12 ${styles.leaks}`}>
        {leakJudgements.flatMap((judgement) =>
          groupLeaks(leaks.filter((leak) => leak.judgement === judgement)).map((group) => (
            <Group
              key={`${judgement} ${group.kind} ${group.value}`}
              {...props}
              {...{ group, judgement, work, busy }}
              onJudge={judge}
              onBlank={blank}
            />
          )),
        )}
      </ul>
      {!props.isOwnActivity && groupLeaks(open).length > 1 && (
        <Button size="small" loading={busy} onClick={() => judge(open, 'fine')}>
          {t('leak.allFine', { count: open.length })}
        </Button>
      )}
    </>
  )
}
