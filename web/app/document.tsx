import { useEffect, type ReactNode } from 'react'
import { pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { directionOf } from '@lectern/contract/locales.ts'
import { useIntl } from '../ui/intl.tsx'
import logo from '../ui/logo.svg'
import { Shared } from '../ui/shared-markup.tsx'
import { serializeState, stateId, type PageAssets, type SiteState } from './site-state.ts'
import { useSite } from './site.tsx'
import { themePath } from './theme-path.ts'

/** What does not depend on the content of the page; its title and description come from the page. */
const Head = ({ assets }: { assets: PageAssets }) => {
  const { settings, build } = useSite()
  const intl = useIntl()
  const { primaryColor, logo: ownLogo } = settings
  const theme = themePath(primaryColor, build)
  return (
    <>
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
      {assets.preloads.map((href) => (
        <link key={href} rel="modulepreload" fetchPriority="low" href={href} />
      ))}
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
    </>
  )
}

interface DocumentProps {
  state: SiteState
  children: ReactNode
}

/** The whole HTML document: rendered on the server, hydrated in the browser. */
export const Document = ({ state, children }: DocumentProps) => {
  const { assets } = state
  const { navTheme, colorWeak } = useSite().settings
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
      <Shared tag="head" name={`head ${assets.preloads.join()}`}>
        <Head assets={assets} />
      </Shared>
      <body>
        {children}
        <div id="load-error" role="alert" hidden>
          <p>{intl.formatMessage({ id: 'shell.loadError' })}</p>
          <a href="">{intl.formatMessage({ id: 'shell.reload' })}</a>
        </div>
        {!state.failed && (
          <>
            <script id={stateId} type="application/json" dangerouslySetInnerHTML={{ __html: serializeState(state) }} />
            <script type="module" src={assets.entry} />
          </>
        )}
      </body>
    </html>
  )
}
