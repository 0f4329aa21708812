import type { MessageId } from '@lectern/messages/message-id.ts'
import type { CSSProperties } from 'react'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { SiteSettings } from '@lectern/contract/settings/settings.ts'
import { useIntl } from '../../ui/intl.tsx'
import { themeColors } from '../theme-colors.ts'
import { useIsDark } from './use-is-dark.ts'
import styles from './look-preview.module.css'

interface LookPreviewProps {
  look: Pick<SiteSettings, 'navTheme' | 'layout' | 'contentWidth' | 'colorWeak'> & {
    title: LocalizedText
    primaryColor: string
  }
}

/** A small page with the selected colours and layout. */
export const LookPreview = ({ look }: LookPreviewProps) => {
  const intl = useIntl()
  const isDark = useIsDark()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const color = /^#[\da-f]{6}$/i.test(look.primaryColor) ? look.primaryColor.toLowerCase() : '#1677ff'
  const steps = Object.entries(themeColors(color)[isDark ? 'dark' : 'light']).map(([name, step]) => [`--${name}`, step])
  const menu = (
    <ul>
      {(['menu.home', 'menu.news'] as const).map((label, position) => (
        <li key={label} data-current={position === 0 || undefined}>
          {text(label)}
        </li>
      ))}
    </ul>
  )
  return (
    <figure className={styles.figure}>
      <div
        className={styles.site}
        style={Object.fromEntries(steps) as CSSProperties}
        data-nav={look.navTheme}
        data-layout={look.layout}
        data-width={look.contentWidth}
        data-weak={look.colorWeak || undefined}
        aria-hidden="true"
      >
        <div className={`cluster ${styles.head}`}>
          <strong>{localize(look.title, intl.locale).text}</strong>
          {look.layout === 'top' && menu}
        </div>
        {look.layout !== 'top' && <div className={styles.side}>{menu}</div>}
        <div className={styles.main}>
          <b>{text('office.settings.sampleTitle')}</b>
          <p>
            {text('office.settings.sampleText')}{' '}
            <span className={styles.link}>{text('office.settings.sampleLink')}</span>
          </p>
          <span className={styles.button}>{text('office.settings.sampleButton')}</span>
          <span className={styles.tag}>{text('office.settings.sampleTag')}</span>
        </div>
      </div>
      <figcaption>{text('office.settings.lookPreview')}</figcaption>
    </figure>
  )
}
