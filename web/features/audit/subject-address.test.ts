import { expect, test } from 'vitest'
import { subjectAddress } from './subject-address.ts'

test.each([
  ['work', 'w1', 'Light', null, '/Admin/Work/w1'],
  ['phase', 'p1', 'Enrolment', 'e1', '/Admin/Phase?edition=e1'],
  ['article', 'a1', 'News', 'journal', '/Admin/Related/Edit?id=a1&kind=journal'],
  ['page', 'rules', null, null, '/Admin/About?page=rules'],
  // Gone.
  ['work', 'w1', null, null, undefined],
  ['article', 'a1', null, 'news', undefined],
  ['outbox', 'o1', null, null, '/Admin/Outbox'],
  // Without a page.
  ['session', 's1', 'Firefox', null, undefined],
])('%s %s called %s of %s is shown at %s', (subjectKind, subjectId, subjectName, subjectVariant, address) => {
  expect(subjectAddress({ subjectKind, subjectId, subjectName, subjectVariant })).toBe(address)
})
