import PdfKit from 'pdfkit'
import { xml } from '../xml.ts'

type Info = Partial<Record<string, string | Date>>

/** What pdfkit does not declare of itself. */
interface Metadata {
  info: Info
  endMetadata: () => void
}

const escaped = (info: Info): Info =>
  Object.fromEntries(
    Object.entries(info).map(([name, value]) => [name, typeof value === 'string' ? xml`${value}` : value]),
  )

/**
 * A document for archives. pdfkit writes title, author and subject into the XML of the metadata as they are: a name with an ampersand
 * would make it unreadable, and the file no PDF/A.
 */
export const openArchivePdf = (options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument => {
  const doc = new PdfKit({
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    ...options,
    // Otherwise the standard font is opened, which no file embeds.
    font: null as unknown as string,
  })
  const metadata = doc as unknown as Metadata
  const endMetadata = metadata.endMetadata.bind(doc)
  metadata.endMetadata = () => {
    const { info } = metadata
    metadata.info = escaped(info)
    endMetadata()
    metadata.info = info
  }
  return doc
}

/** Draws what is no part of what is read out. */
export const decorate = (doc: PDFKit.PDFDocument, draw: () => void): void => {
  doc.markContent('Artifact')
  doc.save()
  draw()
  doc.restore()
  doc.endMarkedContent()
}

/** The quotation marks of a Chinese font are as wide as its letters, unless it is told otherwise. */
export const featuresFor = (language: string): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  language.startsWith('zh') ? {} : { features: ['pwid'] }
