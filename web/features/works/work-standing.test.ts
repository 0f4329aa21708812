import type { Work } from '@lectern/contract/works/works.ts'
import { expect, test } from 'vitest'
import { isEditorShown, isLateButOpen, standingText } from './work-standing.ts'

const textOf = (state: Work['state'], { isChanged = false, canEdit = true } = {}) =>
  standingText({ state, isChanged, may: { edit: canEdit ? null : 'Too late' } as Work['may'] })

test('the last submission of a work is said to count, or not to', () => {
  expect(textOf('draft')).toBe('work.standing.revived')
  expect(textOf('submitted')).toBe('work.standing.in')
  expect(textOf('submitted', { isChanged: true })).toBe('work.standing.changed')
  expect(textOf('submitted', { isChanged: true, canEdit: false })).toBe('work.standing.lapsed')
  expect(textOf('submitted', { canEdit: false })).toBe('work.standing.was')
  expect(textOf('returned')).toBe('work.standing.was')
})

const standing = ({
  edit = true,
  submit = true,
  state = 'draft' as Work['state'],
  isChanged = false,
  uploads = [{}],
}) => ({
  state,
  isChanged,
  may: { edit: edit ? null : 'Too late', submit: submit ? null : 'Too late' } as Work['may'],
  uploads: uploads as Work['uploads'],
})

test('after the end a work is open while an own upload counts, or what has arrived waits to be submitted', () => {
  const closed = { edit: false, submit: false }
  const own = { isOwn: true, isInTime: true }
  expect([
    isLateButOpen(standing({})),
    isLateButOpen(standing({ ...closed })),
    isLateButOpen(
      standing({
        ...closed,
        uploads: [
          { ...own, isOwn: false },
          { ...own, isInTime: false },
        ],
      }),
    ),
    isLateButOpen(standing({ ...closed, uploads: [own] })),
    isLateButOpen(standing({ ...closed, submit: true })),
  ]).toEqual([false, false, false, true, true])
})

test('what was submitted is changed on request only, unless that has begun or is completed late', () => {
  const submitted = { state: 'submitted' as const }
  const late = { ...submitted, edit: false }
  expect([
    isEditorShown(standing({}), false),
    isEditorShown(standing(submitted), false),
    isEditorShown(standing(submitted), true),
    isEditorShown(standing({ ...submitted, isChanged: true }), false),
    isEditorShown(standing({ ...submitted, uploads: [{ isOwn: true }] }), false),
    isEditorShown(standing({ ...late, submit: false }), true),
    isEditorShown(standing(late), false),
  ]).toEqual([true, false, true, true, true, false, true])
})
