import { Uint8ArrayReader, TextReader, Uint8ArrayWriter, ZipWriter, TextWriter } from '@zip.js/zip.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawingOfTexts, olderDrawingOfTexts } from '../../testing/canary-drawings.ts'
import { filmOfTracks, subtitleDescription } from '../../testing/canary-films.ts'
import { slidesSample } from '../../testing/document-samples.ts'
import { countedSource } from '../../testing/media-samples.ts'
import { presentationParts } from '../../testing/presentation-parts.ts'
import { cleanOffice, readOffice } from './office.ts'
import { checkArchive, openZip } from './zip-source.ts'

const zipOf = async (files: Record<string, string | Uint8Array>, options = {}): Promise<Uint8Array> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), options)
  for (const [name, content] of Object.entries(files))
    await writer.add(name, typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content))
  return writer.close()
}

test('slides are counted, and every text and attribute is found with its place', async () => {
  const { pages, texts, fault } = await readOffice(countedSource(await slidesSample()))
  expect([pages, fault]).toEqual([2, undefined])
  expect(texts).toContainEqual({ place: { kind: 'slide', slide: 1 }, text: '第一课\nA & B\n' })
  expect(texts).toContainEqual({ place: { kind: 'part', name: 'ppt/notesSlides/notesSlide1.xml' }, text: '备注\n' })
  const textsAt = (kind: string) => texts.filter(({ place }) => place.kind === kind).map(({ text }) => text)
  expect(textsAt('metadata').join()).toMatch(/王芳.*云泽大学|云泽大学.*王芳/s)
  expect(textsAt('slide').join()).toContain('C:\\Users\\王芳\\photo.jpg')
})

test('texts in drawings and subtitles of films are found, in the file and in its copy', async () => {
  const subtitles = Buffer.from('\0\u0009王芳说')
  const media = {
    'a.emf': drawingOfTexts(['王', '芳', '老师']),
    'b.wmf': olderDrawingOfTexts([Buffer.from('cdf5', 'hex'), Buffer.from('b7bc', 'hex')]),
    'c.mp4': filmOfTracks([{ kind: 'sbtl', name: '', description: subtitleDescription, sample: subtitles }]),
  }
  const picture = (id: string): string =>
    `<p:pic><p:nvPicPr><p:cNvPr id="9" name=""/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr/></p:pic>`
  const film = `<p:pic><p:nvPicPr><p:cNvPr id="10" name=""/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="c.mp4"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="a.emf"/></p:blipFill><p:spPr/></p:pic>`
  const slides = presentationParts({
    slides: [`${picture('a.emf')}${picture('b.wmf')}${film}`],
    slideRelations: [
      Object.keys(media).map((name) => ({
        id: name,
        type: name === 'c.mp4' ? 'video' : 'image',
        target: `../media/${name}`,
      })),
    ],
    types: { emf: 'image/x-emf', wmf: 'image/x-wmf' },
    parts: Object.fromEntries(Object.entries(media).map(([name, content]) => [`ppt/media/${name}`, content])),
  })
  const content = await zipOf(slides)
  for (const read of [content, await cleanOffice(countedSource(content))]) {
    const { texts, losses } = await readOffice(countedSource(read))
    expect(losses).toBeUndefined()
    const shown = texts.filter(({ place }) => place.kind === 'part' && place.name.startsWith('ppt/media/'))
    expect(shown.map(({ text }) => text).toSorted()).toEqual(['王芳', '王芳老师', '王芳说'].toSorted())
  }
})

test('a clean copy has the same slides and names nobody', async () => {
  const cleaned = await cleanOffice(countedSource(await slidesSample()))
  const contents = new Map<string, Uint8Array>()
  for (const entry of await openZip(countedSource(cleaned)))
    contents.set(entry.filename, await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }))
  expect([...contents.keys()].filter((name) => !name.includes('_rels')).toSorted()).toEqual([
    '[Content_Types].xml',
    'ppt/media/media1.jpeg',
    'ppt/media/media2.mp4',
    'ppt/notesSlides/notesSlide1.xml',
    'ppt/presentation.xml',
    'ppt/slideLayouts/slideLayout1.xml',
    'ppt/slideMasters/slideMaster1.xml',
    'ppt/slides/slide1.xml',
    'ppt/slides/slide2.xml',
    'ppt/theme/theme1.xml',
  ])
  const everything = Buffer.concat([...contents.values()])
  for (const word of ['王芳', '云泽', 'Wang Fang', 'Yunze', 'Lavf', 'WF']) expect(everything.includes(word)).toBe(false)
  const facts = await readOffice(countedSource(cleaned))
  expect([facts.pages, facts.texts.find(({ place }) => place.kind === 'slide')?.text]).toEqual([2, '第一课\nA & B\n'])
  expect((await sharp(contents.get('ppt/media/media1.jpeg')).metadata()).width).toBe(800)
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
  expect(await checkArchive(countedSource(await zipOf({ 'lesson.pptx': await slidesSample(), 'b.txt': 'b' })))).toEqual(
    {},
  )
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
