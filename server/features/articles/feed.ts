import { localize } from '@lectern/contract/localized.ts'
import { withBase } from '@lectern/contract/router-base.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import type { Ctx } from '../../platform/context.ts'
import { xml } from '../../platform/xml.ts'
import { t } from '../../platform/messages.ts'
import { presentBody, presentText } from './present.ts'
import { newsForFeed } from './service.ts'

/** The latest news as an Atom feed in the caller's language. */
export const newsFeed = async (ctx: Ctx, { settings, origin, routerBase }: SiteFacts): Promise<string> => {
  const news = await newsForFeed(ctx)
  const list = `${origin}${withBase('/News', routerBase)}`
  const title = localize(settings.title, ctx.locale).text
  const updated = news.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), new Date(0))
  const entries = news.map((row) => {
    const text = presentText(ctx, row)
    return xml`  <entry>
    <id>urn:uuid:${row.id}</id>
    <title>${text.title}</title>
    <link href="${list}/${row.id}"/>
    <published>${row.publishedAt.toISOString()}</published>
    <updated>${row.updatedAt.toISOString()}</updated>
    <category term="${row.category}" label="${t(ctx.locale, `news.category.${row.category}`)}"/>
    <summary>${text.summary}</summary>
    <content type="html">${presentBody(ctx, row)}</content>
  </entry>
`
  })
  const head = xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${ctx.locale}" xml:base="${origin}/">
  <id>${list}</id>
  <title>${title}</title>
  <link href="${list}"/>
  <link rel="self" href="${origin}/feed.xml"/>
  <updated>${updated.toISOString()}</updated>
  <author><name>${title}</name></author>
`
  return `<?xml version="1.0" encoding="utf-8"?>\n${head}${entries.join('')}</feed>\n`
}
