import { pictureFormats, pictureUrl, widthsOf, type PictureFormat } from '@lectern/contract/file-values.ts'
import type { Picture as PictureFacts } from '@lectern/contract/files.ts'

interface PictureProps {
  picture: PictureFacts
  /** Empty for what only decorates. */
  alt: string
  /** How wide it is shown, as in the attribute of the same name. */
  sizes: string
  /** What is seen first is loaded first; everything else when it comes near. */
  first?: boolean
  className?: string | undefined
}

const setOf = ({ id, width }: PictureFacts, format: PictureFormat): string =>
  widthsOf(width)
    .map((candidate) => `${pictureUrl(id, candidate, format)} ${candidate}w`)
    .join(', ')

/** A picture in the size and format that suits the reader's screen; its place is kept while it loads. */
export const Picture = ({ picture, alt, sizes, first = false, className }: PictureProps) => {
  const { id, width, height } = picture
  return (
    <picture>
      {pictureFormats.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={setOf(picture, format)} sizes={sizes} />
      ))}
      <img
        src={pictureUrl(id, widthsOf(width).find((candidate) => candidate >= 640) ?? widthsOf(width).at(-1)!, 'webp')}
        alt={alt}
        width={width}
        height={height}
        className={className}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}
