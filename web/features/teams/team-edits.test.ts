import type { AccountId } from '@lectern/contract/ids.ts'
import { expect, it } from 'vitest'
import { inOrder, isSameEdits, mergeTeamEdits, moved } from './team-edits.ts'

const ids = (...names: string[]) => names as AccountId[]
const person = (uid: string, role: 'captain' | 'member' | 'advisor') => ({ uid: uid as AccountId, role })
const people = [person('c', 'captain'), person('m', 'member'), person('n', 'member'), person('a', 'advisor')]
const base = { name: 'One', slogan: '', institution: '', institutionId: '', order: ids('c', 'm', 'n', 'a') }

it('moves somebody among people of the same role only', () => {
  expect(moved(people, 'n' as AccountId, -1)).toEqual(['c', 'n', 'm', 'a'])
  expect(moved(people, 'm' as AccountId, 1)).toEqual(['c', 'n', 'm', 'a'])
  expect([
    moved(people, 'm' as AccountId, -1),
    moved(people, 'n' as AccountId, 1),
    moved(people, 'a' as AccountId, 1),
  ]).toEqual([undefined, undefined, undefined])
})

it('shows the captain first and advisors last, whatever the order says', () => {
  expect(inOrder(people, ids('a', 'n', 'm', 'c')).map(({ uid }) => uid)).toEqual(['c', 'n', 'm', 'a'])
})

it('keeps what was typed here, and applies changes made elsewhere', () => {
  const typed = { ...base, slogan: 'Here' }
  const latest = { ...base, name: 'Two' }
  expect(mergeTeamEdits({ base, typed, latest })).toEqual({
    edits: { ...base, name: 'Two', slogan: 'Here' },
    conflicts: [],
  })
})

it('reports what was changed in both places', () => {
  const typed = { ...base, name: 'Here', slogan: 'Same' }
  const latest = { ...base, name: 'There', slogan: 'Same' }
  expect(mergeTeamEdits({ base, typed, latest })).toEqual({ edits: typed, conflicts: ['name'] })
})

it('keeps the order of remaining people, and puts new people at the end', () => {
  const typed = { ...base, order: ids('c', 'n', 'm', 'a') }
  const latest = { ...base, order: ids('c', 'n', 'p', 'a') }
  expect(mergeTeamEdits({ base, typed, latest }).edits.order).toEqual(['c', 'n', 'a', 'p'])
})

it('ignores outer spaces and the kind of line break', () => {
  expect(isSameEdits({ ...base, slogan: 'a\r\nb ' }, { ...base, slogan: 'a\nb' })).toBe(true)
  expect(isSameEdits({ ...base, name: 'One more' }, base)).toBe(false)
})
