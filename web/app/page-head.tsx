import { pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import type { Picture } from '@lectern/contract/files/files.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SiteSettings } from '@lectern/contract/settings/settings.ts'
import { withBase } from '../router/match.ts'
import { useIntl } from '../ui/intl.tsx'
import preview from '../ui/preview.png'
import { useSite } from './site.tsx'

interface PageHeadProps {
  /** Absent on the home page, which has only the title of the site. */
  title?: string
  description?: string
  /** Canonical path; absent for pages that search engines should not index. */
  path?: string
  type?: 'website' | 'article'
  /** Preview picture; default: the picture of the site. */
  picture?: Picture | null
  /** The address of a preview picture of unknown size. */
  poster?: string | undefined
  /** Structured data (schema.org) of the page. */
  structured?: Record<string, unknown>
}

/** Large enough for link previews, in a format that all of them support. */
const previewWidth = 1280

const imageOf = (own: Picture | SiteSettings['preview']): { path: string; width: number; height: number } => {
  if (!own) return { path: preview, width: 1200, height: 630 }
  const width = widthsOf(own.width).findLast((candidate) => candidate <= previewWidth) ?? own.width
  return {
    path: pictureUrl(own.id, width, 'webp'),
    width,
    height: Math.round((own.height * width) / own.width),
  }
}

interface LinkPreviewProps extends Pick<PageHeadProps, 'title' | 'description' | 'type' | 'picture' | 'poster'> {
  url: string | undefined
}

/** What other sites show of a link to the page. */
const LinkPreview = ({ title, description, url, type = 'website', picture, poster }: LinkPreviewProps) => {
  const { settings, origin } = useSite()
  const { locale } = useIntl()
  const image = poster ? { path: poster } : imageOf(picture ?? settings.preview)
  const siteTitle = localize(settings.title, locale).text
  return (
    <>
      <meta property="og:site_name" content={siteTitle} />
      <meta property="og:title" content={title ?? siteTitle} />
      <meta property="og:type" content={type} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      {url && <meta property="og:url" content={url} />}
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={origin + image.path} />
      {'width' in image && (
        <>
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
        </>
      )}
      <meta property="og:image:alt" content={(poster && title) ?? siteTitle} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Title, description and links for browsers, search engines and previews. React moves them into the head. */
export const PageHead = (props: PageHeadProps) => {
  const { title, description, path, structured } = props
  const { settings, origin, routerBase } = useSite()
  const { locale } = useIntl()
  const siteTitle = localize(settings.title, locale).text
  const plain = path === undefined ? undefined : origin + withBase(path, routerBase)
  // Each language has its own address; that of the default language has no parameter.
  const inLanguage = (address: string, language: string): string =>
    language === defaultLocale ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${language}`
  const url = plain && inLanguage(plain, locale)
  return (
    <>
      <title>{title ? `${title} - ${siteTitle}` : siteTitle}</title>
      {description && <meta name="description" content={description} />}
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      {plain &&
        settings.languages.map((language) => (
          <link key={language} rel="alternate" hrefLang={language} href={inLanguage(plain, language)} />
        ))}
      {plain && <link rel="alternate" hrefLang="x-default" href={plain} />}
      {/* Previews are made of the server's document: the browser needs no code for them. */}
      {import.meta.env.SSR && <LinkPreview {...props} url={url} />}
      {structured && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(structured).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  )
}
