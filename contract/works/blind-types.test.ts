import { expect, test } from 'vitest'
import { acceptedTypes } from './work-rules.ts'
import { isFilePart, partKinds, partTypes } from './work-values.ts'

const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

test('a blind activity accepts exactly the types of which a clean copy can be made', () => {
  const kinds = partKinds.filter(isFilePart)
  const accepted = kinds.flatMap((kind) => acceptedTypes({ kind, types: [], forExperts: true }, true))
  expect([...new Set(accepted)].toSorted()).toEqual(
    [
      'video/mp4',
      'video/quicktime',
      'audio/mp4',
      'application/pdf',
      slides,
      'image/jpeg',
      'image/png',
      'image/webp',
    ].toSorted(),
  )
  const refused = kinds.flatMap((kind) => Object.keys(partTypes[kind])).filter((type) => !accepted.includes(type))
  expect(refused.toSorted()).toEqual(['application/zip', 'audio/mpeg', 'audio/wav', 'video/webm'])
})
