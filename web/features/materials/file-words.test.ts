import { expect, it } from 'vitest'
import { createIntl } from '../../ui/intl.tsx'
import { fileKindOf, sizeIn } from './file-words.ts'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1550, '1.6 kB'],
  [15_500, '16 kB'],
  [2_000_000_000, '2 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('%d bytes are formatted as %s', (bytes, expected) => {
  expect(sizeIn(createIntl({ locale: 'en-US' }), bytes)).toBe(expected)
})

it('the file type is shown by the extension, else by the content type', () => {
  expect([
    fileKindOf({ name: '报名表.docx', type: 'application/x' }),
    fileKindOf({ name: 'README', type: 'text/plain' }),
    fileKindOf({ name: 'a.tar.gz', type: 'application/gzip' }),
  ]).toEqual(['DOCX', 'PLAIN', 'GZ'])
})
