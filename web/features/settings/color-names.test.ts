import { expect, it } from 'vitest'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { nameOfColor } from './color-names.ts'

it('knows the colours that are offered by name, however they are typed', () => {
  expect([defaultSettings.primaryColor, ' #722ED1', '#123456', ''].map(nameOfColor)).toEqual([
    'daybreak',
    'violet',
    undefined,
    undefined,
  ])
})
