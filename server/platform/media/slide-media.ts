import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import sharp from 'sharp'
import { stripEmf, stripWmf } from './metafiles.ts'
import { textOfDrawing } from './metafile-texts.ts'
import { findMetadata } from './mp4-metadata.ts'
import { patchPiece } from './overlay.ts'
import { cleanSlidePicture } from './pictures.ts'
import { stripMp3, stripWav } from './sounds.ts'

export interface CleanMedia {
  extension: string
  contentType: string
  content: Uint8Array
  /** What it shows in letters: subtitles, or texts of a drawing. Texts of photos are not known. */
  text: string
}

const isText = (content: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(content.subarray(at, at + text.length)).toString('latin1') === text

const cleanFilm = async (content: Uint8Array): Promise<Pick<CleanMedia, 'content' | 'text'>> => {
  const { patches, texts } = await findMetadata(sourceIn(content))
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return { content: patchPiece(bytes, 0, patches), text: texts.map(({ text }) => text).join('\n') }
}

const filmOf = (content: Uint8Array): Pick<CleanMedia, 'extension' | 'contentType'> => {
  if (isText(content, 8, 'qt  ')) return { extension: 'mov', contentType: 'video/quicktime' }
  if (isText(content, 8, 'M4A ')) return { extension: 'm4a', contentType: 'audio/mp4' }
  return { extension: 'mp4', contentType: 'video/mp4' }
}

interface Kind {
  extension: string
  contentType: string
  is: (content: Uint8Array) => boolean
  clean: (content: Uint8Array, isTrial: boolean) => Uint8Array | undefined | Promise<Uint8Array | undefined>
  textOf?: (content: Uint8Array) => string
}

const picture = (contentType: string, extension: string, is: Kind['is']): Kind => ({
  contentType,
  extension,
  is,
  clean: (content, isTrial) => cleanSlidePicture(contentType, content, isTrial),
})

/** What can be cleaned, told by its content: names of files may say anything. */
const kinds: readonly Kind[] = [
  picture('image/jpeg', 'jpeg', (content) => content[0] === 0xff && content[1] === 0xd8),
  picture('image/png', 'png', (content) => isText(content, 1, 'PNG')),
  picture('image/gif', 'gif', (content) => isText(content, 0, 'GIF8')),
  {
    extension: 'png',
    contentType: 'image/png',
    is: (content) => isText(content, 0, 'II*\0') || isText(content, 0, 'MM\0*') || isText(content, 8, 'WEBP'),
    clean: (content) => sharp(content, { limitInputPixels: 100_000_000 }).png().toBuffer(),
  },
  {
    extension: 'emf',
    contentType: 'image/x-emf',
    is: (content) => isText(content, 40, ' EMF'),
    clean: stripEmf,
    textOf: textOfDrawing,
  },
  {
    extension: 'wmf',
    contentType: 'image/x-wmf',
    is: (content) => isText(content, 0, '\u00d7\u00cd\u00c6\u009a') || isText(content, 0, '\u0001\0\u0009\0'),
    clean: stripWmf,
    textOf: textOfDrawing,
  },
  { extension: 'wav', contentType: 'audio/wav', is: (content) => isText(content, 8, 'WAVE'), clean: stripWav },
  {
    extension: 'mp3',
    contentType: 'audio/mpeg',
    is: (content) => isText(content, 0, 'ID3') || (content[0] === 0xff && (content[1]! & 0xe6) === 0xe2),
    clean: stripMp3,
  },
]

/** A picture, film or sound of slides without what tells who made it; undefined: it cannot be cleaned. */
export const cleanMedia = async (content: Uint8Array, isTrial: boolean): Promise<CleanMedia | undefined> => {
  try {
    if (isText(content, 4, 'ftyp')) return { ...filmOf(content), ...(await cleanFilm(content)) }
    const kind = kinds.find(({ is }) => is(content))
    const cleaned = await kind?.clean(content, isTrial)
    if (!kind || !cleaned) return undefined
    const { extension, contentType, textOf } = kind
    return { extension, contentType, content: cleaned, text: textOf?.(cleaned) ?? '' }
  } catch {
    return undefined
  }
}
