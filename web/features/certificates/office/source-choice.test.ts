import type { ActivityId, CertificateTemplateId, ResultListId } from '@lectern/contract/ids.ts'
import { expect, it } from 'vitest'
import { suggestSource } from './source-choice.ts'

const template = (id: string, kind: 'award' | 'expert') => ({ id: id as CertificateTemplateId, kind })
const list = (id: string, activity: string) => ({ id: id as ResultListId, activity: activity as ActivityId })

const templates = [template('awarded', 'award'), template('thanked', 'expert')]
const lists = [list('first', 'lessons'), list('second', 'courses')]

it('is the only template of awards and the only announced list', () => {
  const expected = { template: 'awarded', from: 'results', list: 'first' }
  expect(suggestSource({ templates, lists: [lists[0]!] }, undefined)).toEqual(expected)
})

it('is the list of the activity that was asked for', () => {
  expect(suggestSource({ templates, lists }, 'courses')).toEqual({
    template: 'awarded',
    from: 'results',
    list: 'second',
  })
})

it('leaves a choice among several, and suggests nothing before a list is announced', () => {
  const several = [...templates, template('tall', 'award')]
  expect(suggestSource({ templates, lists }, undefined)).toEqual({ template: 'awarded', from: 'results' })
  expect(suggestSource({ templates: several, lists: [lists[0]!] }, undefined)).toEqual({ list: 'first' })
  expect(suggestSource({ templates, lists: [] }, undefined)).toEqual({})
  expect(suggestSource({ templates, lists }, 'plays')).toEqual({})
})
