import { useEffect, useRef, useState } from 'react'
import styles from './avatar.module.css'

/** What stands for a name: its first Han character, or the initials of its first and last word. */
export const initialsOf = (name: string): string => {
  const han = /\p{Script=Han}/u.exec(name)
  if (han) return han[0]
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? []
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase()).join('')
}

interface AvatarProps {
  src?: string | null | undefined
  name: string
  /** Width and height in pixels. */
  size?: number | undefined
  /** For a picture without the name beside it. */
  labelled?: boolean | undefined
}

const Drawn = ({ name, size, labelled }: { name: string; size: number; labelled: boolean }) => {
  const initials = initialsOf(name)
  const spoken = labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true }
  return (
    <svg {...spoken} className={styles.avatar} width={size} height={size} viewBox="0 0 40 40">
      {initials ? (
        <text x="20" y="20" dy="0.36em" textAnchor="middle" fontSize={initials.length > 1 ? 15 : 18}>
          {initials}
        </text>
      ) : (
        <path d="M20 9a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM7.500 36c.8-7.500 5.800-11 12.500-11s11.700 3.500 12.500 11Z" />
      )}
    </svg>
  )
}

/** Somebody's picture or, without one, what stands for the name. */
export const Avatar = ({ src, name, size = 40, labelled = false }: AvatarProps) => {
  const image = useRef<HTMLImageElement>(null)
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    // The picture may have failed before this script was there to hear of it.
    if (src && image.current?.complete && image.current.naturalWidth === 0) setBroken(src)
  }, [src])
  if (!src || src === broken) return <Drawn name={name} size={size} labelled={labelled} />
  return (
    <img
      ref={image}
      className={styles.avatar}
      src={src}
      width={size}
      height={size}
      alt={labelled ? name : ''}
      decoding="async"
      fetchPriority="low"
      onError={() => setBroken(src)}
    />
  )
}
