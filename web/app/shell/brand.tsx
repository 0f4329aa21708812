import { localize } from '@lectern/contract/localized.ts'
import { useIntl } from '../../ui/intl.tsx'
import { Link } from '../../router/link.tsx'
import { SiteLogo } from '../site-logo.tsx'
import { useSite } from '../site.tsx'

/** Logo and title of the site, with a link to the home page. */
export const Brand = ({ className }: { className: string | undefined }) => {
  const { settings } = useSite()
  const { locale } = useIntl()
  return (
    <Link className={className} to="/">
      <SiteLogo size={36} sizes="160px" />
      <span>{localize(settings.title, locale).text}</span>
    </Link>
  )
}
