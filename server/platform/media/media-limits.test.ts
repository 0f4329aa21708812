import { expect, test } from 'vitest'
import { limitsFor } from './media-limits.ts'

const megabyte = 1024 * 1024
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

test('a file may take memory by its size, up to a limit, and slides less time for their texts', () => {
  const limits = (kind: 'read' | 'clean' | 'encodePicture', type: string, megabytes: number) =>
    limitsFor({ kind, type, size: megabytes * megabyte })
  expect(limits('read', 'application/pdf', 0)).toEqual({ seconds: 30, megabytes: 512 })
  expect(limits('read', 'application/pdf', 100)).toEqual({ seconds: 30, megabytes: 812 })
  expect(limits('clean', slides, 300)).toEqual({ seconds: 60, megabytes: 1_200 })
  expect(limits('read', slides, 1)).toEqual({ seconds: 10, megabytes: 515 })
  expect(limits('encodePicture', 'image/png', 1)).toEqual({ seconds: 30, megabytes: 1_200 })
})
