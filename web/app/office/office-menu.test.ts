import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allRoutes, officePlan } from '../../office-routes.ts'
import { isOfficePath } from '../../router/match.ts'
import { workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import { accessOf, menuOf } from '../access.ts'
import { entryAt, officeEntries } from './office-menu.ts'

const access = accessOf({ access: 'admin', duties: [...workingDuties], activities: null })
const entries = officeEntries(allRoutes, officePlan, access)

test('every page of the office with a label is in the menu once, with an icon', () => {
  const labelled = menuOf(allRoutes, access).map(({ path }) => path)
  expect(entries.map(({ path }) => path).toSorted()).toEqual(labelled.filter(isOfficePath).toSorted())
})

test('users who are not organisers have no office menu', () => {
  expect(officeEntries(allRoutes, officePlan, accessOf({ access: 'user', duties: [], activities: null }))).toEqual([])
})

test('the menu of an organiser of content leads to content alone', () => {
  const own = officeEntries(allRoutes, officePlan, accessOf({ access: 'admin', duties: ['content'], activities: null }))
  expect(own.map(({ path }) => path)).toEqual([
    '/Admin',
    '/Admin/News',
    '/Admin/Related',
    '/Admin/Material',
    '/Admin/Banner',
    '/Admin/About',
    '/Admin/Partner',
    '/Admin/Document',
    '/Admin/Expert',
  ])
})

test.each([
  ['/Admin', '/Admin'],
  ['/admin/activity/edit', '/Admin/Activity'],
  ['/Admin/Enrolment/0199', '/Admin/Enrolment'],
  ['/Admin/Nowhere', '/Admin'],
])('%s belongs to %s', (pathname, path) => {
  expect(entryAt(entries, pathname)?.path).toBe(path)
})

test.each(['en-US', 'id-ID', 'pt-BR'])('labels of the menu have room in one line in %s', (locale) => {
  const folder = join(import.meta.dirname, '../../../messages', locale)
  const messages: Record<string, string> = Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  )
  expect(entries.map(({ label }) => messages[label]!).filter((label) => label.length > 17)).toEqual([])
})
