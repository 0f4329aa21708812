import { pictureFormats, pictureSet, plainPictureUrl } from '@lectern/contract/file-values.ts'
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

/** A picture in the size and format that suits the reader's screen; its place is kept while it loads. */
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
