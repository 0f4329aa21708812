import logo from '../ui/logo.svg'
import { Picture } from '../ui/picture.tsx'
import styles from './site-logo.module.css'
import { useSite } from './site.tsx'

/** The logo of the site, or the drawn one; around it stands what says how high and how wide it may be. */
export const SiteLogo = ({ size, sizes }: { size: number; sizes: string }) => {
  const { settings } = useSite()
  return settings.logo ? (
    <Picture className={styles.own} picture={settings.logo} alt="" sizes={sizes} first />
  ) : (
    <img className={styles.drawn} src={logo} alt="" width={size} height={size} />
  )
}
