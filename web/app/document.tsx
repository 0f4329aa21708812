import { useEffect, type ReactNode } from 'react'
import { pictureUrl, widthsOf } from '@lectern/contract/file-addresses.ts'
import { directionOf } from '@lectern/contract/locales.ts'
import { useIntl } from '../ui/intl.tsx'
import logo from '../ui/logo.svg'
import { serializeState, stateId, type SiteState } from './site-state.ts'
import { useSite } from './site.tsx'
import { themePath } from './theme-path.ts'

interface DocumentProps {
  state: SiteState
  children: ReactNode
}

/** The whole HTML document: rendered on the server, hydrated in the browser. */
export const Document = ({ state, children }: DocumentProps) => {
  const { assets } = state
  const { settings, build } = useSite()
  // Error pages work without scripts.
  const isPlain = state.failed
  const { navTheme, colorWeak, primaryColor, logo: ownLogo } = settings
  const theme = themePath(primaryColor, build)
  const intl = useIntl()
  useEffect(() => {
    // The boot script checks this.
    document.documentElement.dataset.ready = 'true'
  }, [])
  return (
    // The boot script sets the theme on this element before the first paint.
    <html
      lang={intl.locale}
      dir={directionOf(intl.locale)}
      data-nav={navTheme}
      data-weak={colorWeak || undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {/* The on-screen keyboard shrinks the page, so that sticky elements stay visible while typing. */}
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b1220" media="(prefers-color-scheme: dark)" />
        <script src={assets.boot} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {theme && <link rel="stylesheet" href={theme} />}
        {!isPlain &&
          assets.preloads.map((href) => <link key={href} rel="modulepreload" fetchPriority="low" href={href} />)}
        {ownLogo ? (
          <link rel="icon" href={pictureUrl(ownLogo.id, widthsOf(ownLogo.width)[0]!, 'webp')} type="image/webp" />
        ) : (
          <link rel="icon" href={logo} type="image/svg+xml" />
        )}
        <link
          rel="alternate"
          type="application/atom+xml"
          title={intl.formatMessage({ id: 'shell.feed' })}
          href="/feed.xml"
        />
      </head>
      <body>
        {children}
        <div id="load-error" role="alert" hidden>
          <p>{intl.formatMessage({ id: 'shell.loadError' })}</p>
          <a href="">{intl.formatMessage({ id: 'shell.reload' })}</a>
        </div>
        {!isPlain && (
          <>
            <script id={stateId} type="application/json" dangerouslySetInnerHTML={{ __html: serializeState(state) }} />
            <script type="module" src={assets.entry} />
          </>
        )}
      </body>
    </html>
  )
}
