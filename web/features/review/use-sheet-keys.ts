import { useState } from 'react'
import type { ShownCriterion } from '@lectern/contract/review/review.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import { fieldIdOf } from './components/criterion-field.tsx'
import { commentId, focusField, remarkId } from './components/sheet-fields.tsx'
import type { ViewerHandle } from './components/viewer.tsx'
import type { DeskAction } from './desk-keys.ts'
import { middleOf, stepped } from './levels.ts'
import { useReviewText } from './review-text.ts'
import { scoreField, type TypedScore } from './typed-sheet.ts'
import { useKeysChoice } from '../../ui/keys-choice.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { panelHeights } from './use-panel-height.ts'

interface SheetKeys {
  criteria: readonly ShownCriterion[]
  step: number
  scores: Readonly<Record<string, TypedScore>>
  isReadOnly: boolean
  viewer: { current: ViewerHandle | null }
  onChange: (field: string, value: string) => void
  height: number
  onHeight: (height: number) => void
  /** What the page itself does; returns false if there is nothing to do. */
  onOther: (name: 'next' | 'previous' | 'submit' | 'flag') => boolean
}

/** The keys of a sheet and its viewer; `spoken` is for screen readers. */
export const useSheetKeys = (sheet: SheetKeys) => {
  const { criteria, step, scores, isReadOnly, viewer, onChange, height, onHeight, onOther } = sheet
  const { t, points: textOfPoints } = useReviewText()
  const [isOn, chooseOn] = useKeysChoice()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [current, setCurrent] = useState(criteria[0]?.id)
  const [spoken, setSpoken] = useState('')
  const at = Math.max(
    0,
    criteria.findIndex(({ id }) => id === current),
  )
  const criterion = criteria[at]

  const reveal = (): void => {
    if (height < panelHeights.usual / 2) onHeight(panelHeights.usual)
  }
  const say = ({ label }: ShownCriterion, points: number | undefined): void =>
    setSpoken(
      points === undefined ? t('spoken.empty', { label }) : t('spoken.points', { label, points: textOfPoints(points) }),
    )
  const select = (position: number): boolean => {
    const next = criteria[position]
    if (!next) return false
    reveal()
    setCurrent(next.id)
    say(next, scores[next.id]?.points)
    // A field that is left without the mouse must not keep the keys.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    requestAnimationFrame(() =>
      document.getElementById(fieldIdOf(next.id))?.closest('fieldset')?.scrollIntoView({ block: 'nearest' }),
    )
    return true
  }
  const put = (points: number | undefined): boolean => {
    if (!criterion || points === undefined || isReadOnly) return false
    reveal()
    onChange(scoreField(criterion.id), formatPoints(points))
    say(criterion, points)
    return true
  }
  const write = (field: string): boolean => {
    reveal()
    requestAnimationFrame(() => focusField(field))
    return true
  }
  const onMedia = (control: (media: NonNullable<ViewerHandle['media']>) => void): boolean => {
    const media = viewer.current?.media
    if (media) control(media)
    return Boolean(media)
  }
  const move = (by: 1 | -1): boolean =>
    put(criterion && stepped(scores[criterion.id]?.points, by, { max: criterion.max, step }))

  const act = (action: DeskAction): boolean => {
    switch (action.do) {
      case 'help': {
        setHelpOpen(true)
        return true
      }
      case 'level': {
        const level = criterion?.levels[action.number - 1]
        return put(level && middleOf(level, step))
      }
      case 'criterion':
        return select(action.number - 1)
      case 'up':
        return select(at - 1)
      case 'down':
        return select(at + 1)
      case 'less':
        return move(-1)
      case 'more':
        return move(1)
      case 'type':
        return criterion !== undefined && write(fieldIdOf(criterion.id))
      case 'comment':
        return write(commentId)
      case 'remark':
        return write(remarkId)
      case 'play':
        return onMedia((media) => media.toggle())
      case 'back':
        return onMedia((media) => media.step(-1))
      case 'forward':
        return onMedia((media) => media.step(1))
      case 'slower':
        return onMedia((media) => media.changeSpeed(-1))
      case 'faster':
        return onMedia((media) => media.changeSpeed(1))
      case 'note':
        return viewer.current?.beginNote() ?? false
      case 'previousPart':
      case 'nextPart': {
        viewer.current?.showPart(action.do === 'nextPart' ? 1 : -1)
        return true
      }
      default:
        return onOther(action.do)
    }
  }
  useDeskKeys(isOn, act)
  return {
    current: criterion?.id,
    setCurrent,
    spoken,
    help: { open: isHelpOpen, isOn, onChoose: chooseOn, onClose: () => setHelpOpen(false) },
    openHelp: () => setHelpOpen(true),
  }
}
