import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { useIntl } from '../../ui/intl.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Link } from '../../router/link.tsx'
import logo from '../../ui/logo.svg'
import { useSite } from '../site.tsx'

/** Logo and title of the site; leads home. */
export const Brand = ({ className }: { className: string | undefined }) => {
  const { settings } = useSite()
  const { locale } = useIntl()
  return (
    <Link className={className} to="/">
      {settings.logo ? (
        <Picture picture={settings.logo} alt="" sizes="160px" first />
      ) : (
        <img src={logo} alt="" width="36" height="36" />
      )}
      <span>{localize(settings.title, locale as Locale).text}</span>
    </Link>
  )
}
