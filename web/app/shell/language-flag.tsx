import type { ReactNode } from 'react'
import { Shared } from '../../ui/shared-markup.tsx'
import { languageOption } from './language-options.ts'
import styles from './picker.module.css'

const star = (x: number, y: number, size: number) => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? size : size * 0.4
    const angle = (index * Math.PI) / 5 - Math.PI / 2
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`
  })
  return <polygon points={points.join(' ')} fill="#ffde00" />
}

/** Drawn, because some systems have no flag emojis. */
const flags: Record<string, ReactNode> = {
  cn: (
    <>
      <path fill="#de2910" d="M0 0h24v16H0z" />
      {star(4.2, 4.4, 2.5)}
      {star(8.2, 1.8, 0.9)}
      {star(9.8, 3.6, 0.9)}
      {star(9.8, 6, 0.9)}
      {star(8.2, 7.8, 0.9)}
    </>
  ),
  hk: (
    <>
      <path fill="#de2910" d="M0 0h24v16H0z" />
      {[0, 72, 144, 216, 288].map((turn) => (
        <path
          key={turn}
          fill="#fff"
          d="M12 8c-1.8-1-2.2-3.4-.6-5.4 1.6 1.2 2 3.4.6 5.4z"
          transform={`rotate(${turn} 12 8)`}
        />
      ))}
    </>
  ),
  us: (
    <>
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path
        stroke="#b22234"
        strokeWidth="1.24"
        d="M0 .62h24M0 3.08h24M0 5.54h24M0 8h24M0 10.46h24M0 12.92h24M0 15.38h24"
      />
      <path fill="#3c3b6e" d="M0 0h10.4v8.6H0z" />
      <path stroke="#fff" strokeWidth=".8" strokeDasharray=".8 1.2" d="M1 1.6h9M2 3.4h8M1 5.2h9M2 7h8" />
    </>
  ),
  br: (
    <>
      <path fill="#009739" d="M0 0h24v16H0z" />
      <path fill="#fedd00" d="m12 1.6 10 6.4-10 6.4L2 8z" />
      <circle cx="12" cy="8" r="3.7" fill="#012169" />
      <path stroke="#fff" strokeWidth=".8" d="M8.5 7.2c2.4-.4 5 .2 7 1.8" fill="none" />
    </>
  ),
  id: (
    <>
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#ce1126" d="M0 0h24v8H0z" />
    </>
  ),
  globe: (
    <>
      <path fill="#e6eefb" d="M0 0h24v16H0z" />
      <g fill="none" stroke="#0b57c2" strokeWidth="1.1">
        <circle cx="12" cy="8" r="6" />
        <path d="M6 8h12M12 2c3.2 3.6 3.2 8.4 0 12M12 2c-3.2 3.6-3.2 8.4 0 12" />
      </g>
    </>
  ),
}

export const LanguageFlag = ({ lang }: { lang: string }) => (
  <Shared tag="svg" name={`flag ${lang}`} className={styles.flag} viewBox="0 0 24 16" aria-hidden="true">
    {flags[languageOption(lang).icon]}
  </Shared>
)
