import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { PhaseEffects } from '@lectern/contract/competition/phases.ts'
import type { PhaseWords } from '../phase-words.ts'

interface EffectsNoticeProps {
  effects: PhaseEffects
  kind: PhaseKind
  words: PhaseWords
}

const headOf = ({ closes, shortens, opens }: PhaseEffects): IdAfter<'office.phases.'> => {
  if (closes) return 'effects.closes'
  if (shortens) return 'effects.shortens'
  return opens ? 'effects.opens' : 'effects.nothing'
}

/** The effects of a change on teams, before it is saved. */
export const EffectsNotice = ({ effects, kind, words: { t, kindName, moment } }: EffectsNoticeProps) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current!.focus(), [])
  const { before, after, activities, undone, outside, withoutPhase } = effects
  const window = (times: PhaseEffects['before']): string =>
    times ? t('range', { from: moment(times.opensAt), until: moment(times.closesAt) }) : t('unscheduled')
  const thingText = ({ what, name, opensAt, closesAt }: PhaseEffects['outside'][number]): string => {
    if (what === 'list') return t('effects.list', { name, until: moment(closesAt!) })
    if (opensAt && closesAt) return t('effects.round', { name, range: window({ opensAt, closesAt }) })
    return t('effects.roundUntil', { name, until: moment((closesAt ?? opensAt)!) })
  }
  const thingList = (id: IdAfter<'office.phases.'>, things: PhaseEffects['outside']) =>
    things.length > 0 && (
      <li>
        {t(id)}
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {things.map((thing) => (
            <li key={thing.id}>{thingText(thing)}</li>
          ))}
        </ul>
      </li>
    )
  const takesTime = effects.closes || effects.shortens
  return (
    <div ref={ref} tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type={takesTime || outside.length + withoutPhase.length > 0 ? 'warning' : 'info'}
        role="alert"
        showIcon
        title={t(headOf(effects), { kind: kindName(kind) })}
        description={
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            <li>{t('effects.before', { range: window(before) })}</li>
            <li>{t('effects.after', { range: window(after) })}</li>
            <li>{t('effects.activities', { count: activities })}</li>
            {undone && <li>{t('effects.drafts', { count: undone.drafts })}</li>}
            {undone && undone.unstarted > 0 && <li>{t('effects.unstarted', { count: undone.unstarted })}</li>}
            {undone && undone.extended > 0 && <li>{t('effects.extended', { count: undone.extended })}</li>}
            {thingList('effects.outside', outside)}
            {thingList('effects.withoutPhase', withoutPhase)}
          </ul>
        }
      />
    </div>
  )
}
