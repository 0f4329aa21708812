import logo from '../ui/logo.svg'
import { Picture } from '../ui/picture.tsx'
import styles from './site-logo.module.css'
import { useSite } from './site.tsx'

/** The uploaded logo, or the default one. The parent limits its size. */
export const SiteLogo = ({ size, sizes }: { size: number; sizes: string }) => {
  const { settings } = useSite()
  return settings.logo ? (
    <Picture className={styles.own} picture={settings.logo} alt="" sizes={sizes} first />
  ) : (
    <img className={styles.drawn} src={logo} alt="" width={size} height={size} />
  )
}
