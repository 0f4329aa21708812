import { useEffect, useRef, useState } from 'react'
import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'

/** In pixels; the stylesheet has the same values. */
const sides = { small: 32, medium: 44, large: 88 }

interface AvatarProps {
  src?: string | null | undefined
  name: string
  size: keyof typeof sides
}

/** Initials are drawn with CSS, so that screen readers do not read them as part of the name. */
const Drawn = ({ name, size }: { name: string; size: keyof typeof sides }) => {
  const initials = initialsOf(name)
  if (initials) return <span className={styles.avatar} data-size={size} data-initials={initials} aria-hidden="true" />
  return (
    <svg className={styles.avatar} data-size={size} viewBox="0 0 40 40" aria-hidden="true">
      <path d="M20 9a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM7.500 36c.8-7.500 5.800-11 12.500-11s11.700 3.500 12.500 11Z" />
    </svg>
  )
}

/** A user's picture, or their initials. The name is beside it, or on the button around it. */
export const Avatar = ({ src, name, size }: AvatarProps) => {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    // The picture may have failed to load before hydration.
    if (src && image.current?.complete && image.current.naturalWidth === 0) setBroken(src)
  }, [src])
  if (!src || src === broken) return <Drawn name={name} size={size} />
  return (
    <img
      ref={image}
      className={styles.avatar}
      data-size={size}
      src={src}
      width={sides[size]}
      height={sides[size]}
      alt=""
      decoding="async"
      fetchPriority="low"
      onError={() => setBroken(src)}
    />
  )
}
