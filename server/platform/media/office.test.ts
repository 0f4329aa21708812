import { Uint8ArrayReader, TextReader, Uint8ArrayWriter, ZipWriter, TextWriter } from '@zip.js/zip.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { cleanOffice, readOffice } from './office.ts'
import { checkArchive, openZip } from './zip-source.ts'

const zipOf = async (files: Record<string, string | Uint8Array>, options = {}): Promise<Uint8Array> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), options)
  for (const [name, content] of Object.entries(files))
    await writer.add(name, typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content))
  return writer.close()
}

const photo = async (): Promise<Uint8Array> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Artist: 'Wang Fang', Copyright: 'Yunze University' } })
    .jpeg()
    .toBuffer()

const slides = async (): Promise<Uint8Array> =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'ppt/slides/slide1.xml': '<p:sld><a:p><a:t>第一课</a:t></a:p><a:p><a:t>A &amp; B</a:t></a:p></p:sld>',
    'ppt/slides/slide2.xml': '<p:sld><a:p><a:t>第二课</a:t></a:p></p:sld>',
    'ppt/notesSlides/notesSlide1.xml': '<p:notes><a:p><a:t>备注</a:t></a:p></p:notes>',
    'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="王芳" initials="WF"/></p:cmAuthorLst>',
    'ppt/media/image1.jpeg': await photo(),
    'ppt/media/media1.mp4': await mediaSample('lesson.mp4'),
    'docProps/core.xml': '<cp:coreProperties><dc:creator>王芳</dc:creator></cp:coreProperties>',
    'docProps/app.xml': '<Properties><Company>云泽大学</Company></Properties>',
    'ppt/theme/theme1.xml': '<a:theme/>',
  })

test('slides are counted, and every text that somebody could read is found with its place', async () => {
  const { pages, texts, fault } = await readOffice(countedSource(await slides()))
  expect([pages, fault]).toEqual([2, undefined])
  expect(texts).toContainEqual({ place: { kind: 'slide', slide: 1 }, text: '第一课\nA & B\n' })
  expect(texts).toContainEqual({ place: { kind: 'part', name: 'ppt/notesSlides/notesSlide1.xml' }, text: '备注\n' })
  const about = texts.filter(({ place }) => place.kind === 'metadata').map(({ text }) => text)
  expect(about.join()).toMatch(/王芳.*云泽大学|云泽大学.*王芳/s)
})

test('a clean copy has the same slides and names nobody', async () => {
  const cleaned = await cleanOffice(countedSource(await slides()))
  const contents = new Map<string, Uint8Array>()
  for (const entry of await openZip(countedSource(cleaned)))
    contents.set(entry.filename, await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }))
  expect([...contents.keys()]).toHaveLength(10)
  const everything = Buffer.concat([...contents.values()])
  for (const word of ['王芳', '云泽', 'Wang Fang', 'Yunze', 'Lavf', 'WF']) expect(everything.includes(word)).toBe(false)
  const facts = await readOffice(countedSource(cleaned))
  expect([facts.pages, facts.texts.find(({ place }) => place.kind === 'slide')?.text]).toEqual([2, '第一课\nA & B\n'])
  expect((await sharp(contents.get('ppt/media/image1.jpeg')).metadata()).width).toBe(8)
})

test('an archive that unpacks to far more than it is', async () => {
  const bomb = await zipOf({ 'bomb.bin': new Uint8Array(60_000_000) })
  expect(await checkArchive(countedSource(bomb))).toEqual({ fault: 'unpacksTooLarge' })
  expect((await readOffice(countedSource(bomb))).fault).toBe('unpacksTooLarge')
})

test('an archive in an archive, one with a password, and something else', async () => {
  const inner = await zipOf({ 'a.txt': 'a' })
  expect(await checkArchive(countedSource(await zipOf({ 'inner.zip': inner })))).toEqual({ fault: 'archiveInArchive' })
  expect(await checkArchive(countedSource(await zipOf({ 'a.txt': 'a' }, { password: 'x' })))).toEqual({
    fault: 'encrypted',
  })
  expect(await checkArchive(countedSource(Buffer.from('nothing of the kind')))).toEqual({ fault: 'unreadable' })
  expect(await checkArchive(countedSource(await zipOf({ 'lesson.pptx': await slides(), 'b.txt': 'b' })))).toEqual({})
})

test('reading parts of a large archive reads little of it', async () => {
  const large = await zipOf({
    'a.txt': 'a',
    'film.bin': Buffer.from(Array.from({ length: 400_000 }, () => Math.floor(Math.random() * 256))),
  })
  const source = countedSource(large)
  const [first] = await openZip(source)
  expect(await first!.getData(new TextWriter())).toBe('a')
  expect(source.bytes).toBeLessThan(large.length / 2)
})
