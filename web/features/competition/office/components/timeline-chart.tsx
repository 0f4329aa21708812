import { useState } from 'react'
import { phaseKinds } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { OfficePhase, Timeline } from '@lectern/contract/competition/phases.ts'
import type { PhaseWords } from '../phase-words.ts'
import { notesOf, type ScheduleNote } from '../schedule-notes.ts'
import { scaleOf, type Scale } from '../timeline-scale.ts'
import { PhaseBar } from './phase-bar.tsx'
import styles from './timeline-chart.module.css'

interface TimelineChartProps {
  timeline: Timeline
  words: PhaseWords
  /** Called with the new times. */
  onEdit: (phase: OfficePhase) => void
}

interface GroupProps extends TimelineChartProps {
  owner: ActivityId | null
  scale: Scale
  onAnnounce: (text: string) => void
}

/** The notes as text, so that colour is not needed. */
const NoteText = ({ note, words: { t, kindName, moment } }: { note: ScheduleNote; words: PhaseWords }) => {
  if (note.what === 'missing') return t('missing', { kind: kindName(note.kind) })
  const { what, first, second, from, until } = note
  return t(what, {
    first: kindName(first),
    second: kindName(second),
    from: moment(from),
    until: moment(until),
    days: Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)),
  })
}

/** Marks overlaps and gaps between phases. */
const Marks = ({ notes, scale }: { notes: readonly ScheduleNote[]; scale: Scale }) => (
  <div className={styles.lane} aria-hidden="true">
    <span />
    <div className={`${styles.track} ${styles.marks}`}>
      {notes.map(
        (note) =>
          note.what !== 'missing' && (
            <span
              key={`${note.what} ${note.first} ${note.second}`}
              className={styles[note.what]}
              style={{ left: `${scale.at(note.from)}%`, width: `${scale.at(note.until) - scale.at(note.from)}%` }}
            />
          ),
      )}
    </div>
  </div>
)

/** The phases of the edition, or those of one activity. */
const Group = ({ timeline, owner, words, scale, onEdit, onAnnounce }: GroupProps) => {
  const { activities, list: phases } = timeline
  const own = phaseKinds.flatMap((kind) => phases.find((one) => one.kind === kind && one.activityId === owner) ?? [])
  const notes = notesOf(phases, owner)
  const name = words.placeName(activities, owner)
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      {own.length === 0 && <p className={styles.none}>{words.t('none')}</p>}
      {own.map((phase) => (
        <div key={phase.id} className={styles.lane}>
          <span className={styles.label}>{words.kindName(phase.kind)}</span>
          <div className={styles.track}>
            <PhaseBar phase={phase} place={name} scale={scale} words={words} onEdit={onEdit} onAnnounce={onAnnounce} />
          </div>
        </div>
      ))}
      {notes.some(({ what }) => what !== 'missing') && <Marks notes={notes} scale={scale} />}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={JSON.stringify(note)} data-what={note.what}>
              <NoteText note={note} words={words} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Centred over its line, except near the ends, where labels must stay inside the chart. */
const placeOf = (percent: number) => ({
  left: `${percent}%`,
  transform: `translateX(${percent < 8 ? 0 : percent > 92 ? -100 : -50}%)`,
})

/**
 * All phases of an edition to scale, with the current time. Phases can be moved and resized by pointer and keyboard.
 */
export const TimelineChart = ({ timeline, words, onEdit }: TimelineChartProps) => {
  const { activities, list: phases, now } = timeline
  const [announced, setAnnounced] = useState('')
  const scale = scaleOf(phases, now)
  const owners = activities.map(({ id }) => id).filter((id) => phases.some(({ activityId }) => activityId === id))
  const today = `${scale.at(now)}%`
  return (
    <div className={styles.chart}>
      {phases.length > 0 && (
        <p id="timeline-keys" className={styles.keys}>
          {words.t('keys')}
        </p>
      )}
      <div className={styles.scroll}>
        <div className={styles.lane} aria-hidden="true">
          <span />
          <div className={`${styles.track} ${styles.axis}`}>
            {scale.ticks.map((tick) => (
              <span key={tick} className={styles.tick} style={placeOf(scale.at(tick))}>
                {words.dayOf(tick)}
              </span>
            ))}
          </div>
        </div>
        <div className={`${styles.lane} ${styles.present}`} aria-hidden="true">
          <span />
          <div className={styles.track}>
            {scale.ticks.map((tick) => (
              <span key={tick} className={styles.line} style={{ left: `${scale.at(tick)}%` }} />
            ))}
            <span className={styles.today} style={{ left: today }}>
              <b>{words.t('today')}</b>
            </span>
          </div>
        </div>
        {[null, ...owners].map((owner) => (
          <Group
            key={owner ?? 'edition'}
            timeline={timeline}
            owner={owner}
            words={words}
            scale={scale}
            onEdit={onEdit}
            onAnnounce={setAnnounced}
          />
        ))}
      </div>
      <p role="status" className={styles.announced}>
        {announced}
      </p>
    </div>
  )
}
