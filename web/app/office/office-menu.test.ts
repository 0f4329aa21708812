import { expect, test } from 'vitest'
import { routes } from '../../routes.tsx'
import { accessOf, menuOf } from '../access.ts'
import { entryAt, officeEntries, officePlan } from './office-menu.ts'

const access = accessOf({ access: 'admin' })
const entries = officeEntries(routes, access)

test('every page of the office with a label is in the menu once, with an icon', () => {
  const office = menuOf(routes, access).find(({ path }) => path === '/Admin')!
  const labelled = [office, ...office.children].map(({ path }) => path)
  expect(officePlan.map(({ path }) => path).toSorted()).toEqual(labelled.toSorted())
  expect(entries).toHaveLength(officePlan.length)
})

test('users who are not organisers have no office menu', () => {
  expect(officeEntries(routes, accessOf({ access: 'user' }))).toEqual([])
})

test.each([
  ['/Admin', '/Admin'],
  ['/admin/activity/edit', '/Admin/Activity'],
  ['/Admin/Enrolment/0199', '/Admin/Enrolment'],
  ['/Admin/Nowhere', '/Admin'],
])('%s belongs to %s', (pathname, path) => {
  expect(entryAt(entries, pathname)?.path).toBe(path)
})
