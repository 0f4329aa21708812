import { MenuLink } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './section-links.module.css'

const sections = [
  ['/database/list', 'material.page.database'],
  ['/database/listMD', 'material.page.documents'],
  ['/Trivia/Download', 'material.page.downloads'],
  ['/Trivia/Video', 'material.page.videos'],
  ['/Trivia/Wonderful', 'material.page.photos'],
  ['/Trivia/Material', 'material.page.training'],
] as const

/** Links between the pages of materials. */
export const SectionLinks = () => {
  const intl = useIntl()
  return (
    <nav className={`print-hidden ${styles.sections}`} aria-label={intl.formatMessage({ id: 'material.sections' })}>
      <ul className={`row ${styles.list}`}>
        {sections.map(([path, label]) => (
          <li key={path}>
            <MenuLink to={path}>
              <FormattedMessage id={label} />
            </MenuLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
