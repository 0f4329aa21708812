import { usualDeclarations } from '@lectern/contract/works/default-declarations.ts'
import { locales } from '@lectern/contract/locales.ts'
import { workRules } from '@lectern/contract/works/work-rules.ts'
import { expect, test } from 'vitest'
import { chosenTypes, newPart, partOf, rulesFieldsOf, rulesOf, templateParts } from './work-fields.ts'

const stored = workRules.parse({
  parts: templateParts().map(partOf),
  declarations: usualDeclarations,
  blind: true,
  maxTotalMegabytes: 2_000,
  uploadMinutes: 30,
})

test('the ready-made start is accepted by the contract, and nothing is lost between the form and the server', () => {
  expect(stored.parts.map(({ id, limits }) => ({ id, limits }))).toEqual([
    {
      id: 'video',
      limits: { minSeconds: 480, maxSeconds: 900, minLongSide: 1_280, minShortSide: 720, codecs: ['avc'] },
    },
    { id: 'plan', limits: { maxPages: 30 } },
    { id: 'slides', limits: {} },
  ])
  expect(rulesOf(rulesFieldsOf(stored))).toEqual(stored)
})

test('the usual declarations are written in every language', () => {
  for (const { text } of usualDeclarations) expect(Object.keys(text)).toEqual([...locales])
})

test('of a part that was of another kind before, only what its kind has is sent', () => {
  const was = { ...newPart(), types: ['video/mp4'], maxFiles: 3, limits: { minSeconds: '8', maxPages: 20 } }
  expect(partOf({ ...was, kind: 'document' })).toMatchObject({ types: [], maxFiles: 3, limits: { maxPages: 20 } })
  expect(partOf({ ...was, kind: 'text' })).toMatchObject({ types: [], maxFiles: 1, limits: {} })
})

test('in a blind review a part for experts takes only what can be cleaned', () => {
  expect(chosenTypes({ kind: 'audio', forExperts: true, types: [] }, true)).toEqual(['audio/mp4'])
  expect(chosenTypes({ kind: 'audio', forExperts: false, types: ['audio/wav'] }, true)).toEqual(['audio/wav'])
  expect(chosenTypes({ kind: 'archive', forExperts: true, types: [] }, true)).toEqual([])
})
