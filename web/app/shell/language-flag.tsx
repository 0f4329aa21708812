import drawings from './flags.svg'
import { languageOption } from './language-options.ts'
import styles from './picker.module.css'

/** Drawn, because some systems have no flag emojis; in a separate file, because browsers keep it for all pages. */
export const LanguageFlag = ({ lang }: { lang: string }) => (
  <svg className={styles.flag} viewBox="0 0 24 16" aria-hidden="true">
    <use href={`${drawings}#${languageOption(lang).icon}`} />
  </svg>
)
