import { buffer } from 'node:stream/consumers'
import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { openFile } from '../../files/service.ts'

/** The pictures of templates, as certificates hold them. */

export const picturesIn = ({ background, elements }: CertificateDesign): FileId[] => [
  ...(background ? [background] : []),
  ...elements.flatMap((element) => ('file' in element && element.file !== null ? [element.file] : [])),
]

/** Enough for print, and small: a background is in every PDF. */
const picturePixels = 1_800
const pictureQuality = 78
/** More would fill the memory when it is unpacked. */
const limitInputPixels = 100_000_000

/** JPEG, or PNG where the picture is transparent. Throws where a picture cannot be read. */
const preparePicture = async (content: Buffer): Promise<Buffer> => {
  // Large, and of no use to templates without pictures.
  const { default: sharp } = await import('sharp')
  const source = sharp(content, { limitInputPixels })
  const { hasAlpha } = await source.metadata()
  const picture = source
    .rotate()
    .resize({ width: picturePixels, height: picturePixels, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  return hasAlpha
    ? picture.png({ palette: true, compressionLevel: 9 }).toBuffer()
    : picture.jpeg({ quality: pictureQuality, mozjpeg: true }).toBuffer()
}

export const loadPictures = async (ctx: Ctx, design: CertificateDesign): Promise<Record<FileId, Uint8Array>> => {
  const loaded: Record<FileId, Uint8Array> = {}
  for (const id of new Set(picturesIn(design))) {
    const content = await openFile(ctx, { purpose: 'artwork', id })
    if (!content) throw new Error(`The picture ${id} of a template is missing`)
    const bytes = await buffer(content)
    loaded[id] = await preparePicture(bytes).catch(() => {
      throw fail('certificate.pictureUnreadable').at('design')
    })
  }
  return loaded
}
