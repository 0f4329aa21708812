import { expect, it } from 'vitest'
import { byUrgency } from './activity-order.ts'
import type { ActivityCard } from './competition.ts'

const card = (code: string, standing: ActivityCard['standing'], opensAt: string, closesAt: string): ActivityCard =>
  ({ code, standing, opensAt, closesAt }) as ActivityCard

it('activities that close first come first, then those that open first, and closed ones last', () => {
  const activities = [
    card('over', 'closed', '2031-04-01T00:00:00Z', '2031-05-01T00:00:00Z'),
    card('later', 'upcoming', '2031-06-09T00:00:00Z', '2031-07-01T00:00:00Z'),
    card('open', 'open', '2031-05-01T00:00:00Z', '2031-06-20T00:00:00Z'),
    card('full', 'full', '2031-05-01T00:00:00Z', '2031-06-04T00:00:00Z'),
    card('soon', 'upcoming', '2031-06-05T00:00:00Z', '2031-07-01T00:00:00Z'),
    card('closing', 'closingSoon', '2031-05-01T00:00:00Z', '2031-06-03T00:00:00Z'),
  ]
  expect(byUrgency(activities).map(({ code }) => code)).toEqual(['closing', 'open', 'soon', 'later', 'over', 'full'])
})
