import type { ActivityId } from '@lectern/contract/ids.ts'
import { firstSteps, type FirstStep } from '@lectern/contract/office/office-values.ts'
import { expect, it } from 'vitest'
import { missingBefore, nextContestStep, placeOfStep } from './first-step-ways.ts'

const stepsAfter = (given: readonly FirstStep[], done: readonly FirstStep[]) => ({
  steps: given.map((step) => ({ step, done: done.includes(step) })),
})

const ofLevels: readonly FirstStep[] = ['institutions', 'officers']
const usualSteps = firstSteps.filter((step) => !ofLevels.includes(step))

const after = (...done: FirstStep[]) => stepsAfter(usualSteps, done)

it('goes on with the contest, whatever of the site is still to do', () => {
  expect(nextContestStep(after())).toBe('edition')
  expect(nextContestStep(after('edition', 'activity'))).toBe('phases')
  expect(nextContestStep(after('edition', 'activity', 'phases'))).toBe('publish')
  expect(nextContestStep(after('edition', 'phases'))).toBe('activity')
  expect(nextContestStep(after(...usualSteps))).toBe(undefined)
})

it('leads to the institutions and their officers where institutions recommend, and nowhere else', () => {
  const walk: [readonly FirstStep[], FirstStep | undefined][] = [
    [['edition', 'activity', 'phases'], 'institutions'],
    [['edition', 'activity', 'phases', 'institutions'], 'officers'],
    [['edition', 'activity', 'phases', 'institutions', 'officers'], 'publish'],
  ]
  for (const [done, next] of walk) expect(nextContestStep(stepsAfter(firstSteps, done))).toBe(next)
  expect(missingBefore(stepsAfter(firstSteps, []), 'officers')).toBe('institutions')
  expect(placeOfStep({ draft: null }, 'officers')).toBe('/Admin/Institution?tab=officers')
})

it('does not go back to the dates of a contest that runs', () => {
  expect(nextContestStep(after('edition', 'activity', 'publish', 'review'))).toBe('prizes')
})

it('names what must be done before, and leads to the activity that is to be published', () => {
  expect([missingBefore(after(), 'phases'), missingBefore(after('edition'), 'phases')]).toEqual(['edition', undefined])
  expect(placeOfStep({ draft: 'lessons' as ActivityId }, 'publish')).toBe('/Admin/Activity/Edit?id=lessons')
  expect(placeOfStep({ draft: null }, 'publish')).toBe('/Admin/Activity')
})
