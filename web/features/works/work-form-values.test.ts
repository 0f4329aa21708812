import type { AccountId } from '@lectern/contract/ids.ts'
import type { ShownPart, Work } from '@lectern/contract/works/works.ts'
import { describe, expect, test } from 'vitest'
import { fieldOfProblem, workBody, workFormValues } from './work-form-values.ts'

const part = (id: string, kind: ShownPart['kind']): ShownPart => ({
  id,
  kind,
  label: id,
  help: '',
  required: true,
  minFiles: 1,
  maxFiles: 1,
  types: [],
  maxBytes: 1_000,
  limits: {},
  forExperts: true,
  forPublic: false,
})

const wang = '019a8000-0000-7000-8000-000000000001' as AccountId
const li = '019a8000-0000-7000-8000-000000000002' as AccountId

const work = {
  title: 'Light',
  summary: '',
  parts: [part('video', 'video'), part('idea', 'text'), part('site', 'link')],
  values: { idea: 'See it.' },
  names: [
    { uid: wang, role: 'captain', name: '王芳' },
    { uid: li, role: 'member', name: '李明' },
  ],
  areNamesConfirmed: false,
  declarations: [
    { id: 'original', text: 'Our own.', isAgreed: true },
    { id: 'consent', text: 'Pupils agree.', isAgreed: false },
  ],
} as unknown as Work

test('a work is typed field by field; files are no fields', () => {
  expect(workFormValues(work)).toEqual({
    title: 'Light',
    summary: '',
    'value.idea': 'See it.',
    'value.site': '',
    [`name.${wang}`]: '王芳',
    [`name.${li}`]: '李明',
    'declaration.original': true,
    'declaration.consent': false,
    names: false,
  })
})

describe('saving', () => {
  test('sends what was typed, with the declarations that are agreed to', () => {
    const typed = {
      ...workFormValues(work),
      title: 'Shadow',
      'value.site': 'https://example.org',
      'declaration.consent': true,
    }
    expect(workBody(work, typed)).toEqual({
      title: 'Shadow',
      summary: '',
      values: { idea: 'See it.', site: 'https://example.org' },
      agreed: ['original', 'consent'],
    })
  })

  test('sends names once they are confirmed, without spaces around them', () => {
    const typed = { ...workFormValues(work), names: true, [`name.${li}`]: ' 黎明 ' }
    expect(workBody(work, typed).names).toEqual([
      { uid: wang, name: '王芳' },
      { uid: li, name: '黎明' },
    ])
  })

  test('an empty name is never confirmed', () => {
    expect(workBody(work, { ...workFormValues(work), names: true, [`name.${li}`]: ' ' })).not.toHaveProperty('names')
  })

  test('an answer of another type counts as empty', () => {
    expect(workBody(work, { ...workFormValues(work), title: 7 }).title).toBe('')
  })
})

test('a problem belongs to the field of its text, or to the part of its files', () => {
  expect(['idea', 'site', 'video', 'total', 'title'].map((at) => fieldOfProblem(work, at))).toEqual([
    'value.idea',
    'value.site',
    'video',
    'total',
    'title',
  ])
})
