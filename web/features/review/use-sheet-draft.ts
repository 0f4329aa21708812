import { useEffect, useState } from 'react'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import { readDeskWork, saveSheet, type DeskWorkView, type Sheet } from '@lectern/contract/review/review.ts'
import type { Client } from '../../request/client.ts'
import { changedFields } from '../enrolments/answer-merge.ts'
import { createDraft, type Draft, type DraftState, type Unsaved } from '../enrolments/draft.ts'
import { findLocalAnswers, deleteLocalAnswers, storeLocalAnswers } from '../enrolments/local-answers.ts'
import { readFailure, useOpenDraft } from '../enrolments/open-draft.ts'
import { createActiveTime } from './active-time.ts'
import { quietFields, readableOf, secondsField, typedSheet, writtenSheet } from './typed-sheet.ts'
import { useReviewText } from './review-text.ts'

const newTab = (): string => Math.random().toString(36).slice(2)

const storedOf = ({ sheet, may }: DeskWorkView) => ({
  version: sheet.version,
  answers: typedSheet(sheet),
  problems: [],
  files: [],
  refusal: may.write,
})

const withoutQuiet = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([field]) => !quietFields.has(field)))

interface Begun {
  client: Client
  work: DeskWorkView
  owner: string
  onSaved: (sheet: Sheet) => void
}

const begin = ({ client, work, owner, onSaved }: Begun): Draft => {
  const { code, criteria, step } = work
  const id = `review.${code}`
  const by = newTab()
  const params = { code }
  // The line above the sheet tells what becomes of it; a lost session is renewed in place.
  const quietly = { skipErrorHandler: true, inPlaceSignIn: true }
  const localAnswers = findLocalAnswers(id, owner)
  let saved: Answers | undefined
  const stored = (typed: Answers): Answers => readableOf(typed, criteria, step)
  const keep = ({ base, answers, sent }: Unsaved): void =>
    storeLocalAnswers(id, { owner, by, base: stored(base), answers, sent: sent && stored(sent) })
  return createDraft({
    stored: storedOf(work),
    kept: localAnswers,
    keep,
    // Points that cannot be read are not on the server: they stay here, for the next visit.
    forget: () => {
      const typed = saved && withoutQuiet(saved)
      if (typed && changedFields(stored(typed), typed).length > 0) keep({ base: typed, answers: typed })
      else deleteLocalAnswers(id, by)
    },
    save: async (version, typed) => {
      const body = { version, ...writtenSheet(typed, criteria, step) }
      const sheet = await client(saveSheet, { params, body }, quietly)
      saved = typed
      onSaved(sheet)
      return { version: sheet.version, savedAt: sheet.savedAt ?? '', problems: [], files: [] }
    },
    read: async () => {
      const answers = storedOf(await client(readDeskWork, { params }, quietly))
      saved = undefined
      return answers
    },
    failureOf: readFailure,
    quiet: quietFields,
  })
}

const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'timeupdate'] as const
/** Between two saves that only tell the time. */
const reportSeconds = 30

/** Counts how long the work is in use, and saves it along with the sheet. */
const useActiveTime = (draft: Draft, isCounted: boolean): void => {
  useEffect(() => {
    if (!isCounted) return undefined
    const before = Number(draft.state.answers[secondsField] ?? 0)
    const time = createActiveTime(Date.now())
    let reported = 0
    const report = (): void => {
      if (time.seconds === reported) return
      reported = time.seconds
      draft.change(secondsField, before + reported)
    }
    const touch = (): void => time.touch(Date.now())
    const look = (): void => {
      time.look(Date.now(), document.visibilityState === 'visible')
      if (time.seconds - reported >= reportSeconds) report()
    }
    const hide = (): void => {
      if (document.visibilityState === 'hidden') report()
    }
    const timer = setInterval(look, 1_000)
    // In the capture phase: events of media and of scrolled places do not bubble.
    for (const name of activities) document.addEventListener(name, touch, { capture: true, passive: true })
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearInterval(timer)
      for (const name of activities) document.removeEventListener(name, touch, { capture: true })
      document.removeEventListener('visibilitychange', hide)
      report()
    }
  }, [draft, isCounted])
}

/** What is typed into a sheet: kept in this browser at once, and on the server soon after. */
export const useSheetDraft = (begun: Begun): readonly [Draft, DraftState] => {
  const { t } = useReviewText()
  const [draft] = useState(() => begin(begun))
  // Before the draft is closed, so that the last seconds are sent with it.
  useActiveTime(draft, begun.work.may.write === null)
  return [draft, useOpenDraft(draft, t('leave'))]
}
