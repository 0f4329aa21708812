import { z } from 'zod'
import {
  certificateFonts,
  frames,
  maxElements,
  maxTemplateText,
  orientations,
  ornaments,
  pageSizes,
  smallestText,
  type CertificatePageSize,
} from './certificate-values.ts'
import { fileId } from '../ids.ts'
import { localizedLine, localizedLines } from '../localized-fields.ts'

/** Millimetres from the upper left corner of the page. */
const length = z.number().min(0).max(420)
const place = {
  /** Unique within the design. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  x: length,
  y: length,
  width: z.number().min(1).max(420),
  height: z.number().min(0.1).max(420),
}
const color = z.string().regex(/^#[0-9a-f]{6}$/)

const style = {
  font: z.enum(certificateFonts),
  bold: z.boolean(),
  /** In points. Text that does not fit is wrapped and set smaller, down to `minSize`. */
  size: z.number().min(smallestText).max(144),
  minSize: z.number().min(smallestText).max(144),
  color,
  align: z.enum(['left', 'center', 'right']),
  vertical: z.enum(['top', 'middle', 'bottom']),
  /** Of a line, relative to the size. */
  lineHeight: z.number().min(0.8).max(3),
  /** Between letters, in points. */
  spacing: z.number().min(0).max(60),
}

const textElement = z.strictObject({
  ...place,
  ...style,
  kind: z.literal('text'),
  /** With merge fields in braces: `{name}`. A language that is missing is set in another one. */
  text: localizedLines(maxTemplateText),
  /** The title of the document, for people who listen to it. */
  isTitle: z.boolean(),
})

/** The number of the certificate, after a label. */
const numberElement = z.strictObject({
  ...place,
  ...style,
  kind: z.literal('number'),
  label: localizedLine(100),
})

const qrElement = z.strictObject({ ...place, kind: z.literal('qr'), color })

const pictureElement = z.strictObject({
  ...place,
  kind: z.literal('picture'),
  file: fileId,
  alt: localizedLine(200),
})

/** The committee's stamp: a picture with a transparent background, over whatever lies below it. */
const stampElement = z.strictObject({
  ...place,
  kind: z.literal('stamp'),
  /** Null: its place is kept free, and nothing is printed. */
  file: fileId.nullable(),
})

const ornamentElement = z.strictObject({
  ...place,
  kind: z.literal('ornament'),
  ornament: z.enum(ornaments),
  color,
  second: color,
})

const element = z.discriminatedUnion('kind', [
  textElement,
  numberElement,
  qrElement,
  pictureElement,
  stampElement,
  ornamentElement,
])
export type DesignElement = z.infer<typeof element>
export type TextElement = z.infer<typeof textElement>
export type OrnamentElement = z.infer<typeof ornamentElement>

/** What a certificate looks like. Elements are drawn in their order. */
export const certificateDesign = z.strictObject({
  page: z.strictObject({
    size: z.enum(Object.keys(pageSizes) as [CertificatePageSize, ...CertificatePageSize[]]),
    orientation: z.enum(orientations),
    paper: color,
  }),
  frame: z.strictObject({ style: z.enum(frames), color, second: color }),
  /** A picture that fills the page, under everything else. */
  background: fileId.nullable(),
  elements: z
    .array(element)
    .min(1)
    .max(maxElements)
    .refine((elements) => new Set(elements.map(({ id }) => id)).size === elements.length),
})
export type CertificateDesign = z.infer<typeof certificateDesign>
