import { pictureFormats, pictureSet, plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import type { Picture as PictureFacts } from '@lectern/contract/files/files.ts'

interface PictureProps {
  picture: PictureFacts
  /** Empty for decorative pictures. */
  alt: string
  /** The attribute `sizes` of the image. */
  sizes: string
  /** Loads with high priority, for pictures at the top; all others load lazily. */
  first?: boolean
  className?: string | undefined
}

/** A responsive picture; its space is reserved while it loads. */
export const Picture = ({ picture, alt, sizes, first = false, className }: PictureProps) => {
  const { id, width, height } = picture
  return (
    <picture>
      {pictureFormats.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={pictureSet(id, width, format)} sizes={sizes} />
      ))}
      <img
        src={plainPictureUrl(id, width)}
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
