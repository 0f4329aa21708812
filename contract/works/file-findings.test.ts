import { describe, expect, test } from 'vitest'
import { findingsOf, isBlocking, type FileFacts, type FileRules } from './file-findings.ts'
import { slidesType } from './work-values.ts'

const film: FileRules = {
  kind: 'video',
  maxBytes: 1_000_000,
  types: [],
  limits: { minSeconds: 60, maxSeconds: 600, minLongSide: 1280, minShortSide: 720, codecs: ['avc'], maxKbps: 8_000 },
}
const good: FileFacts = {
  size: 900_000,
  type: 'video/mp4',
  media: { facts: { seconds: 599.9, width: 1280, height: 720, videoCodec: 'avc', audioCodec: 'aac', kbps: 2_000 } },
}
type Facts = Extract<NonNullable<FileFacts['media']>, { facts: unknown }>['facts']
const filmed = (facts: Partial<Facts>): FileFacts => ({
  ...good,
  media: { facts: { ...(good.media as { facts: Facts }).facts, ...facts } },
})
const codes = (rules: FileRules, facts: FileFacts) => findingsOf(rules, facts).map(({ code }) => code)

describe('a film', () => {
  test('within its limits has no findings', () => {
    expect(findingsOf(film, good)).toEqual([])
  })

  test.for([
    ['empty', { ...good, size: 0 }],
    ['tooLarge', { ...good, size: 1_000_001 }],
    ['wrongType', { ...good, type: 'application/pdf' }],
    ['wrongType', { ...good, type: null }],
    ['cut', { ...good, media: { fault: 'cut' } }],
    ['unreadable', { ...good, media: { fault: 'unreadable' } }],
    ['tooShort', filmed({ seconds: 59.9 })],
    ['tooLong', filmed({ seconds: 601 })],
    ['tooSmall', filmed({ width: 1279 })],
    ['tooSmall', filmed({ height: 719 })],
    ['noPicture', filmed({ width: null, height: null, videoCodec: null })],
    ['wrongCodec', filmed({ videoCodec: 'hevc' })],
    ['tooManyKbps', filmed({ kbps: 8_001 })],
  ] as const satisfies [string, FileFacts][])('%s', ([code, facts]) => {
    expect(codes(film, facts)).toEqual([code])
    expect(findingsOf(film, facts).every(isBlocking)).toBe(true)
  })

  test('may be held upright', () => {
    expect(codes(film, filmed({ width: 720, height: 1280 }))).toEqual([])
  })

  test('of ten minutes may end within the next second', () => {
    expect(codes(film, filmed({ seconds: 600.9 }))).toEqual([])
  })

  test('with several faults is told all of them at once', () => {
    expect(codes(film, { ...filmed({ seconds: 700, width: 320, height: 180 }), size: 2_000_000 })).toEqual([
      'tooLarge',
      'tooLong',
      'tooSmall',
    ])
  })

  test('of a codec that few browsers play is taken with a warning where any codec is', () => {
    const findings = findingsOf({ ...film, limits: {} }, filmed({ videoCodec: 'hevc' }))
    expect(findings).toEqual([{ code: 'mayNotPlay', values: { codec: 'H.265 (HEVC)' } }])
    expect(findings.some(isBlocking)).toBe(false)
  })
})

test('twelve pages where ten are allowed', () => {
  const rules: FileRules = { kind: 'document', maxBytes: 100, types: [], limits: { maxPages: 10 } }
  expect(findingsOf(rules, { size: 50, type: 'application/pdf', pages: 12 })).toEqual([
    { code: 'tooManyPages', values: { pages: 12, max: 10 } },
  ])
  expect(codes(rules, { size: 50, type: 'application/pdf', pages: 10 })).toEqual([])
  expect(codes(rules, { size: 50, type: 'application/pdf', fault: 'encrypted' })).toEqual(['encrypted'])
})

test('a PDF is recommended where experts cannot be shown slides as pages, and one may be handed in', () => {
  const rules: FileRules = { kind: 'slides', maxBytes: 100, types: [], limits: {}, isForExperts: true }
  const facts: FileFacts = { size: 50, type: slidesType, isWithoutPages: true }
  expect(findingsOf(rules, facts)).toEqual([{ code: 'notShownAsPages', values: {} }])
  expect(codes({ ...rules, types: [slidesType, 'application/pdf'] }, facts)).toEqual(['notShownAsPages'])
  expect(codes({ ...rules, types: [slidesType] }, facts)).toEqual([])
  expect(codes({ ...rules, isForExperts: false }, facts)).toEqual([])
  expect(codes(rules, { ...facts, isWithoutPages: false })).toEqual([])
})

test('what a copy for experts cannot contain is told where experts get one', () => {
  const rules: FileRules = { kind: 'slides', maxBytes: 100, types: [], limits: {} }
  const facts: FileFacts = {
    size: 50,
    type: slidesType,
    losses: [
      { kind: 'links' },
      { kind: 'media', type: 'WMV' },
      { kind: 'media', type: 'BMP' },
      { kind: 'linkedMedia' },
      { kind: 'comments' },
      { kind: 'croppedPictures' },
    ],
  }
  expect(findingsOf(rules, facts)).toEqual([])
  const findings = findingsOf({ ...rules, isBlind: true }, facts)
  expect(findings.map((finding) => [finding.code, finding.values, isBlocking(finding)])).toEqual([
    ['mediaNotCopied', { types: 'WMV / BMP' }, true],
    ['linkedMedia', {}, true],
    ['commentsNotCopied', {}, false],
    ['linksNotCopied', {}, false],
    ['croppedPictures', {}, false],
  ])
  expect(findingsOf({ ...rules, isBlind: true }, { ...facts, losses: [], isUncleanable: true })).toEqual([
    { code: 'uncleanable', values: {} },
  ])
})
