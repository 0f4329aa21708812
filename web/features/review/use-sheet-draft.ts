import { useEffect, useState } from 'react'
import type { DeskWorkView, Sheet } from '@lectern/contract/review.ts'
import type { Client } from '../../request/client.ts'
import { createDraft, type Draft, type DraftState } from '../enrolments/draft.ts'
import { findKept, forgetKept, keepAnswers } from '../enrolments/kept-answers.ts'
import { readFailure, useOpenDraft } from '../enrolments/use-draft.ts'
import { createActiveTime } from './active-time.ts'
import { readDeskWork, saveSheet } from './api.ts'
import { quietFields, secondsField, typedSheet, writtenSheet } from './typed-sheet.ts'
import { useReviewText } from './review-text.ts'

const newTab = (): string => Math.random().toString(36).slice(2)

const storedOf = ({ sheet, may }: DeskWorkView) => ({
  version: sheet.version,
  answers: typedSheet(sheet),
  problems: [],
  files: [],
  refusal: may.write,
})

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
  const kept = findKept(id, owner)
  let counted = Number(kept?.base[secondsField] ?? 0)
  return createDraft({
    stored: storedOf(work),
    kept,
    keep: (unsaved) => keepAnswers(id, { owner, by, ...unsaved }),
    forget: () => forgetKept(id, by),
    save: async (version, typed) => {
      const body = { version, ...writtenSheet(typed, criteria, step, counted) }
      const sheet = await client(saveSheet, { params, body }, quietly)
      counted = Math.max(counted, Number(typed[secondsField] ?? 0))
      onSaved(sheet)
      return { version: sheet.version, savedAt: sheet.savedAt ?? '', problems: [], files: [] }
    },
    read: async () => storedOf(await client(readDeskWork, { params }, quietly)),
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
