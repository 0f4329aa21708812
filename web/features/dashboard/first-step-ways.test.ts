import type { ActivityId } from '@lectern/contract/ids.ts'
import { firstSteps, type FirstStep } from '@lectern/contract/office/office-values.ts'
import { expect, it } from 'vitest'
import { missingBefore, nextContestStep, placeOfStep } from './first-step-ways.ts'

const after = (...done: FirstStep[]) => ({ steps: firstSteps.map((step) => ({ step, done: done.includes(step) })) })

it('goes on with the contest, whatever of the site is still to do', () => {
  expect(nextContestStep(after())).toBe('edition')
  expect(nextContestStep(after('edition', 'activity'))).toBe('phases')
  expect(nextContestStep(after('edition', 'activity', 'phases'))).toBe('publish')
  expect(nextContestStep(after('edition', 'phases'))).toBe('activity')
  expect(nextContestStep(after(...firstSteps))).toBe(undefined)
})

it('does not go back to the dates of a contest that runs', () => {
  expect(nextContestStep(after('edition', 'activity', 'publish', 'review'))).toBe('prizes')
})

it('names what must be done before, and leads to the activity that is to be published', () => {
  expect([missingBefore(after(), 'phases'), missingBefore(after('edition'), 'phases')]).toEqual(['edition', undefined])
  expect(placeOfStep({ draft: 'lessons' as ActivityId }, 'publish')).toBe('/Admin/Activity/Edit?id=lessons')
  expect(placeOfStep({ draft: null }, 'publish')).toBe('/Admin/Activity')
})
