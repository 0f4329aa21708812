import type { DocumentName } from '@lectern/contract/accounts/account-values.ts'
import type { DocumentHead } from '@lectern/contract/documents/documents.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { renderMarkdown } from '../../platform/markdown.ts'
import type { consentsOf, findById } from './queries.ts'
import type { requireDocument } from './service.ts'

type Head<Name> = Omit<NonNullable<Awaited<ReturnType<typeof findById>>>, 'name'> & { name: Name }

export const presentHead = <Name extends DocumentName>(
  { locale: readerLocale }: Ctx,
  { id, name, version, ...head }: Head<Name>,
): Omit<DocumentHead, 'name'> & { name: Name } => {
  const { text: title, locale } = localize(head.title, readerLocale)
  return { id, name, version, title, locale, publishedAt: head.publishedAt.toISOString() }
}

export const presentDocument = async <Name extends DocumentName>(
  ctx: Ctx,
  document: Awaited<ReturnType<typeof requireDocument<Name>>>,
) => ({
  ...presentHead(ctx, document),
  body: await renderMarkdown(localize(document.body, ctx.locale)),
  versions: document.versions.map(({ version, publishedAt }) => ({ version, publishedAt: publishedAt.toISOString() })),
})

export const presentConsent = (
  { locale }: Ctx,
  { name, version, title, givenAt }: Awaited<ReturnType<typeof consentsOf>>[number],
) => ({ name, version, title: localize(title, locale).text, givenAt: givenAt.toISOString() })
