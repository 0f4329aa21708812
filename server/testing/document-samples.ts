import { buffer } from 'node:stream/consumers'
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { mediaSample } from './media-samples.ts'
import { presentationParts, slideXml, textShape } from './presentation-parts.ts'

type Content = string | Uint8Array

export const zipOf = async (files: Record<string, Content>): Promise<Buffer> => {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, content] of Object.entries(files))
    await writer.add(name, typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content))
  return Buffer.from(await writer.close())
}

/** Names Wang Fang in its properties and in a remark, and on the page that is given. */
export const pdfSample = async (
  pages: number,
  { named, ...options }: PDFKit.PDFDocumentOptions & { named?: number } = {},
): Promise<Buffer> => {
  const document = new PdfKit({ info: { Title: 'Chalk team', Author: 'Wang Fang' }, ...options })
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage()
    document.text(page === named ? `Lesson ${page} by Wang Fang` : `Lesson ${page}`)
  }
  document.note(100, 100, 50, 50, 'a remark of Wang Fang')
  document.end()
  return buffer(document)
}

/** Names Wang Fang as the artist. */
export const photoSample = (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Artist: 'Wang Fang', Copyright: '云泽大学' } })
    .toFormat(format)
    .toBuffer()

const image =
  '<p:pic><p:nvPicPr><p:cNvPr id="5" name="C:\\Users\\王芳\\photo.jpg" descr="王芳"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
const film =
  '<p:pic><p:nvPicPr><p:cNvPr id="6" name="云泽大学.mp4"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="rId3"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/></p:blipFill><p:spPr/></p:pic>'

/** Names 王芳 and 云泽大学 in its properties, its comments, its history, a photo and a film. Its texts name nobody. */
export const slidesSample = async (): Promise<Buffer> =>
  zipOf(
    presentationParts({
      slides: [textShape(2, ['第一课', 'A &amp; B']) + image + film, textShape(2, ['第二课'])],
      slideRelations: [
        [
          { id: 'rId2', type: 'image', target: '../media/image1.jpeg' },
          { id: 'rId3', type: 'video', target: '../media/media1.mp4' },
          { id: 'rId4', type: 'notesSlide', target: '../notesSlides/notesSlide1.xml' },
        ],
      ],
      types: {
        '/ppt/notesSlides/notesSlide1.xml':
          'application/vnd.openxmlformats-officedocument.presentationml.notesSlide+xml',
      },
      parts: {
        'ppt/notesSlides/notesSlide1.xml': slideXml(textShape(2, ['备注']), { root: 'notes' }),
        'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="王芳" initials="WF"/></p:cmAuthorLst>',
        'ppt/changesInfos/changesInfo1.xml':
          '<pc:chgInfo><pc:chgData name="王芳" userId="wf@yunze.example" providerId="AD"/></pc:chgInfo>',
        'ppt/media/image1.jpeg': await photoSample('jpeg'),
        'ppt/media/media1.mp4': await mediaSample('lesson.mp4'),
        'docProps/core.xml': '<cp:coreProperties><dc:creator>王芳</dc:creator></cp:coreProperties>',
        'docProps/app.xml': '<Properties><Company>云泽大学</Company></Properties>',
      },
    }),
  )

export const docxSample = (): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': '<w:document><w:p>教案</w:p></w:document>',
  })
