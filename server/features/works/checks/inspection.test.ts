import type { FileId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { writePdf } from '../../../database/seed/attachments/pdf.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { docxSample, pdfSample, photoSample, slidesSample, zipOf } from '../../../testing/document-samples.ts'
import { lyingZip, pdfBomb } from '../../../testing/hostile-files.ts'
import { mediaSample } from '../../../testing/media-samples.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { startBucketSite } from '../../../testing/s3.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../../testing/stored-works.ts'
import { uploaderOf } from '../../../testing/uploads.ts'
import { inspectFile } from './inspection.ts'
import { findingsIn } from '../submission/part-rules.ts'
import { presentFinding } from './present-findings.ts'
import { work, workFile } from '../tables.ts'

let site: TestSite
let person: TestPerson
let made: Awaited<ReturnType<typeof createStoredWork>>

const rules = {
  parts: [
    partOf({ id: 'film', kind: 'video', limits: { maxSeconds: 600, minLongSide: 640, minShortSide: 360 } }),
    partOf({ id: 'h264', kind: 'video', limits: { codecs: ['avc'] } }),
    partOf({ id: 'plan', kind: 'document', limits: { maxPages: 10 } }),
    partOf({ id: 'slides', kind: 'slides' }),
    partOf({ id: 'photo', kind: 'image', limits: { minLongSide: 1_000 } }),
    partOf({ id: 'talk', kind: 'audio', limits: { minSeconds: 60 } }),
    partOf({ id: 'more', kind: 'archive', forExperts: false }),
  ],
}

beforeAll(async () => {
  site = await startSite()
  person = await createPerson(site, { realName: 'Wang Fang' })
  made = await createStoredWork(site, { person, rules })
})
afterAll(() => site.close())

const rowOf = async (id: FileId) => {
  const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
  return row!
}

/** Stores a file, inspects it, and tells its findings. */
const inspected = async (ctx: Ctx, given: { part: string; name: string; content: Buffer }) => {
  const id = await storeWorkFile(ctx, { ...given, workId: made.workId, ownerId: person.id })
  await inspectFile(ctx, id)
  const row = await rowOf(id)
  const findings = findingsIn(made.rules, row)
  await site.db.update(workFile).set({ position: null }).where(eq(workFile.id, id))
  return { id, row, findings, told: findings.map((finding) => presentFinding('zh-CN', finding).message) }
}

const boxes = async (): Promise<Buffer> => {
  const box = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])
  return Buffer.concat([
    (await mediaSample('lesson.mp4')).subarray(0, 32),
    ...Array.from({ length: 200_000 }, () => box),
  ])
}

const cut = async (): Promise<Buffer> => {
  const film = await mediaSample('lesson.mp4')
  return film.subarray(0, Math.floor(film.length * 0.19))
}

describe('a file gets exactly the finding that says what is wrong with it', () => {
  const commented = '批注不会出现在专家的副本中'
  // This site has no program that draws them.
  const withoutPages = '系统无法把这份幻灯片逐页展示给专家，专家只能下载查看。建议同时提交一份 PDF，或改为提交 PDF'
  const notAccepted = (types: string) => `不是可以提交的文件类型（按内容识别，与扩展名无关），可以提交：${types}`
  const cutOff = '文件不完整，结尾缺失。请检查原文件能否完整播放，然后重新上传'
  const unreadable = '文件无法读取：可能已损坏，或过于庞大、复杂而无法检查。请重新导出后上传'

  test.for<[string, string, string, () => Promise<Buffer>, string[]]>([
    ['a film cut at 19 %', 'film', 'a.mp4', cut, [cutOff]],
    ['eleven minutes for ten', 'film', 'a.mp4', () => mediaSample('long.mp4'), ['时长 11:00，最长 10:00']],
    ['638 pixels for 640', 'film', 'a.mp4', () => mediaSample('narrow.mp4'), ['画面 638 × 358，至少 640 × 360']],
    [
      'HEVC where any codec is accepted',
      'film',
      'a.mp4',
      () => mediaSample('hevc.mp4'),
      ['视频编码为 H.265 (HEVC)，在部分手机和浏览器上无法播放；建议导出为 H.264'],
    ],
    [
      'HEVC where H.264 is asked for',
      'h264',
      'a.mp4',
      () => mediaSample('hevc.mp4'),
      ['视频编码为 H.265 (HEVC)，要求 H.264'],
    ],
    ['an MKV of three hours', 'film', 'a.mkv', () => mediaSample('long.mkv'), [notAccepted('MP4 / MOV')]],
    ['an MP4 of 200,000 boxes', 'film', 'a.mp4', boxes, [unreadable]],
    ['a WebM, which cannot be cleaned', 'film', 'a.webm', () => mediaSample('lesson.webm'), [notAccepted('MP4 / MOV')]],
    ['a film in fragments', 'film', 'a.mp4', () => mediaSample('fragments.mp4'), []],
    ['a good film', 'film', 'a.mov', () => mediaSample('lesson.mov'), []],
    ['a talk that is too short', 'talk', 'a.m4a', () => mediaSample('talk.m4a'), ['时长 0:04，最短 1:00']],
    ['twelve pages for ten, with a note', 'plan', 'a.pdf', () => pdfSample(12), ['共 12 页，最多 10 页', commented]],
    ['ten pages with a note', 'plan', 'a.pdf', () => pdfSample(10), [commented]],
    ['a good plan', 'plan', 'a.pdf', async () => writePdf('# Plan'), []],
    [
      'a PDF with a password',
      'plan',
      'a.pdf',
      () => pdfSample(1, { userPassword: 'x' }),
      ['文件有密码保护。请去掉密码后重新上传'],
    ],
    ['half a PDF', 'plan', 'a.pdf', async () => (await pdfSample(3)).subarray(0, 300), [unreadable]],
    ['a docx that is called .pdf', 'plan', 'a.pdf', docxSample, [notAccepted('PDF')]],
    ['something unknown', 'plan', 'a.pdf', async () => Buffer.alloc(5_000, 7), [notAccepted('PDF')]],
    ['slides', 'slides', 'a.pptx', slidesSample, [withoutPages]],
    ['a small photo', 'photo', 'a.jpg', () => photoSample('jpeg'), ['画面 800 × 600，长边至少 1000 像素']],
    [
      'a zip bomb',
      'more',
      'a.zip',
      () => zipOf({ 'bomb.bin': new Uint8Array(60_000_000) }),
      ['压缩包解压后过大，不予接收'],
    ],
    [
      'an archive in an archive',
      'more',
      'a.zip',
      async () => zipOf({ 'inner.zip': await zipOf({ 'a.txt': 'a' }) }),
      ['压缩包里还有压缩包。请把里面的文件直接放进来'],
    ],
    ['half an archive', 'more', 'a.zip', async () => (await zipOf({ 'a.txt': 'a' })).subarray(0, 60), [unreadable]],
    [
      'an archive that says its files are small',
      'more',
      'a.zip',
      () => lyingZip(new Uint8Array(40_000_000), 1_000),
      ['压缩包内登记的文件大小与实际不符，不予接收。请重新打包后上传'],
    ],
    [
      'an archive that says two things about its files',
      'more',
      'a.zip',
      () => lyingZip(new Uint8Array(40_000_000), 1_000, { isAmbiguous: true }),
      ['压缩包内登记的文件大小与实际不符，不予接收。请重新打包后上传'],
    ],
    [
      'an archive that says an uncompressed file is longer than it is',
      'more',
      'a.zip',
      () => lyingZip(new Uint8Array(600_000), 900_000, { isStored: true }),
      ['压缩包内登记的文件大小与实际不符，不予接收。请重新打包后上传'],
    ],
    [
      'an archive that says an uncompressed file is shorter than it is',
      'more',
      'a.zip',
      () => lyingZip(new Uint8Array(600_000), 300_000, { isStored: true }),
      ['压缩包内登记的文件大小与实际不符，不予接收。请重新打包后上传'],
    ],
    [
      'an archive under another name in an archive',
      'more',
      'a.zip',
      async () => zipOf({ 'a.txt': 'a', 'data/lesson.dat': await zipOf({ 'a.txt': 'a' }) }),
      ['压缩包里的“data/lesson.dat”本身也是压缩包。如果是有意为之，请在说明中注明；否则请把里面的文件直接放进来'],
    ],
    ['slides in an archive', 'more', 'a.zip', async () => zipOf({ 'a.pptx': await slidesSample() }), []],
    [
      'a PDF that unpacks to gigabytes',
      'plan',
      'a.pdf',
      async () => pdfBomb(),
      ['读取该文件需要过多的时间或内存，无法检查，不予接收。请精简内容或重新导出后上传'],
    ],
    [
      'a film as cameras record it for editors',
      'film',
      'a.mp4',
      () => mediaSample('high-422.mp4'),
      ['视频为 H.264 High 4:2:2，多数浏览器无法播放；建议导出为 H.264 High，8 位，4:2:0'],
    ],
    ['a good archive', 'more', 'a.zip', () => zipOf({ 'a.txt': 'a' }), []],
  ])('%s', async ([, part, name, content, expected]) => {
    const { told, row } = await inspected(site.asProgram(), { part, name, content: await content() })
    expect(told).toEqual(expected)
    expect(row.checkedAt).not.toBeNull()
  })

  it('is refused when its upload starts if it is empty', async () => {
    const { answer } = await uploaderOf(site, person).begin({ size: 0, purpose: 'work', name: 'a.pdf' })
    expect(answer.failure().error).toBe('file.refused')
  })
})

describe('the work', () => {
  const marks = async () => {
    const [row] = await site.db.select().from(work).where(eq(work.id, made.workId))
    return [row!.worstFinding, row!.missingParts]
  }
  const keep = (id: FileId) => site.db.update(workFile).set({ position: 0 }).where(eq(workFile.id, id))

  it('is marked by the worst finding of its files and by what is missing', async () => {
    const ctx = site.asProgram()
    const removeAll = () => site.db.update(workFile).set({ position: null }).where(eq(workFile.workId, made.workId))
    await removeAll()
    const good = await inspected(ctx, { part: 'film', name: 'a.mp4', content: await mediaSample('hevc.mp4') })
    await keep(good.id)
    await inspectFile(ctx, good.id)
    expect(await marks()).toEqual(['warning', 6])
    const long = await inspected(ctx, { part: 'plan', name: 'a.pdf', content: await pdfSample(12) })
    await keep(long.id)
    await inspectFile(ctx, long.id)
    expect(await marks()).toEqual(['blocking', 5])
    await removeAll()
  })
})

describe('a file in a bucket', () => {
  let bucket: TestSite
  beforeAll(async () => {
    bucket = await startBucketSite(site)
  })
  afterAll(() => bucket.close())

  test.for<[string, string, () => Promise<Buffer>, string[]]>([
    ['film', 'a.mp4', () => mediaSample('index-last.mp4'), []],
    ['film', 'a.mp4', () => mediaSample('long.mp4'), ['tooLong']],
    ['plan', 'a.pdf', () => pdfSample(12), ['tooManyPages', 'commentsNotCopied']],
    ['more', 'a.zip', () => zipOf({ 'a.txt': 'a' }), []],
  ])('is read by ranges: %s %s', async ([part, name, content, codes]) => {
    const { findings } = await inspected(bucket.asProgram(), { part, name, content: await content() })
    expect(findings.map(({ code }) => code)).toEqual(codes)
  })

  it('that cannot be reached makes the task fail, and is no finding', async () => {
    const id = await storeWorkFile(site.asProgram(), {
      workId: made.workId,
      part: 'plan',
      name: 'a.pdf',
      content: await pdfSample(1),
      ownerId: person.id,
    })
    await expect(inspectFile(bucket.asProgram(), id)).rejects.toThrow('Nothing is stored')
    expect((await rowOf(id)).checkedAt).toBeNull()
  })
})
