import { useEffect, useRef, useState } from 'react'
import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'

/** In pixels, as the stylesheet has it too. */
const sides = { small: 32, medium: 44, large: 88 }

interface AvatarProps {
  src?: string | null | undefined
  name: string
  size: keyof typeof sides
}

/** Initials are drawn by the style: they are no words that somebody would read out, or expect in a name. */
const Drawn = ({ name, size }: { name: string; size: keyof typeof sides }) => {
  const initials = initialsOf(name)
  if (initials) return <span className={styles.avatar} data-size={size} data-initials={initials} aria-hidden="true" />
  return (
    <svg className={styles.avatar} data-size={size} viewBox="0 0 40 40" aria-hidden="true">
      <path d="M20 9a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM7.500 36c.8-7.500 5.800-11 12.500-11s11.700 3.500 12.500 11Z" />
    </svg>
  )
}

/** Somebody's picture or, without one, what stands for the name; the name itself stands beside it, or names the button it is on. */
export const Avatar = ({ src, name, size }: AvatarProps) => {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    // The picture may have failed before this script was there to hear of it.
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
