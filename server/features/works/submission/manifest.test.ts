import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sampleManifest } from '../../../testing/receipts.ts'
import { changedParts, hashManifest, readManifest, writeManifest } from './manifest.ts'

const run = promisify(execFile)

test('the same submission is written with the same bytes, however its facts are put together', () => {
  const facts = sampleManifest()
  const turned = Object.fromEntries(Object.entries(facts).toReversed()) as typeof facts
  const name = Object.fromEntries(Object.entries(facts.activity.name).toReversed())
  expect(writeManifest({ ...turned, activity: { name, code: facts.activity.code } })).toBe(writeManifest(facts))
})

test('a manifest is canonical JSON and read as it was written', () => {
  const text = writeManifest(sampleManifest())
  expect(text).not.toMatch(/[\n\t]/)
  const manifest = readManifest(text)
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    'activity',
    'declarations',
    'enrolment',
    'format',
    'names',
    'number',
    'parts',
    'previous',
    'submittedAt',
    'summary',
    'team',
    'timeZone',
    'title',
    'work',
  ])
  expect([manifest.format, manifest.number, manifest.submittedAt, manifest.timeZone, manifest.previous]).toEqual([
    'lectern-receipt/1',
    1,
    '2026-05-08T06:02:03.456Z',
    'Asia/Shanghai',
    null,
  ])
  expect(manifest.parts[0]!.files[0]).toEqual({
    id: '0196a000-0000-7000-8000-000000000011',
    name: '课堂实录.mp4',
    size: 734_003_200,
    sha256: 'a1'.repeat(32),
    type: 'video/mp4',
    probe: {
      type: 'video/mp4',
      milliseconds: 598_040,
      width: 1920,
      height: 1080,
      kbps: 9819,
      videoCodec: 'avc',
      audioCodec: 'aac',
    },
  })
})

test('what is no manifest is refused', () => {
  const text = writeManifest(sampleManifest())
  expect(() => readManifest('{}')).toThrow('format')
  expect(() => readManifest(text.replace('lectern-receipt/1', 'lectern-receipt/2'))).toThrow('format')
  expect(() => readManifest(text.replace('"team":', '"crew":'))).toThrow('team')
})

test('the hash is the one that sha256sum computes', async () => {
  const text = writeManifest(sampleManifest())
  const path = join(await mkdtemp(join(tmpdir(), 'lectern-manifest-')), 'manifest.json')
  await writeFile(path, text)
  const { stdout } = await run('sha256sum', [path])
  expect(stdout.split(' ')[0]).toBe(hashManifest(text).toString('hex'))
})

test('a later manifest names the hash of the one before', () => {
  const first = writeManifest(sampleManifest())
  const second = readManifest(writeManifest(sampleManifest({ number: 2, previousHash: hashManifest(first) })))
  expect(second.previous).toBe(hashManifest(first).toString('hex'))
})

test('what differs between two submissions is told by its place', () => {
  const facts = sampleManifest()
  const first = readManifest(writeManifest(facts))
  const changedTo = (changes: Parameters<typeof sampleManifest>[0]) =>
    changedParts(first, readManifest(writeManifest(sampleManifest({ number: 2, ...changes }))))
  const [video, plan, link] = facts.parts as [(typeof facts.parts)[0], (typeof facts.parts)[0], (typeof facts.parts)[0]]
  expect(changedParts(undefined, first)).toEqual([])
  expect(changedTo({})).toEqual([])
  expect(changedTo({ title: '另一个题目', summary: '' })).toEqual(['title', 'summary'])
  expect(changedTo({ parts: [video, { ...plan, files: [] }, { ...link, text: 'https://example.org/2' }] })).toEqual([
    'plan',
    'link',
  ])
  expect(changedTo({ parts: [video, plan] })).toEqual(['link'])
  // New words of the organisers, and the same bytes uploaded again, are no change by the team.
  const relabelled = { ...video, label: { 'zh-CN': '视频' }, files: [{ ...video.files[0]!, id: plan.files[0]!.id }] }
  expect(changedTo({ parts: [relabelled, plan, link] })).toEqual([])
  expect(changedTo({ names: facts.names.slice(1), declarations: [] })).toEqual(['names', 'declarations'])
})
