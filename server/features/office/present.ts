import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { DemoItem } from '@lectern/contract/begin/begin.ts'
import type { OfficeHit } from '@lectern/contract/office/office-shell.ts'
import type { OfficeHitKind } from '@lectern/contract/office/office-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { findAnything, readDemoContent } from './service.ts'

type Found = Awaited<ReturnType<typeof findAnything>>

export const presentHits = ({ locale: readerLocale }: Ctx, hits: Found): { list: OfficeHit[] } => {
  const named = (kind: OfficeHitKind, id: string, title: string, detail = ''): OfficeHit => ({
    kind,
    id,
    title,
    detail,
    locale: null,
    variant: null,
  })
  const textHit = (kind: OfficeHitKind, id: string, texts: LocalizedText, detail = ''): OfficeHit => {
    const { text, locale } = localize(texts, readerLocale)
    return { ...named(kind, id, text, detail), locale }
  }
  const said = (texts: LocalizedText): string => localize(texts, readerLocale).text
  const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ')
  return {
    list: [
      ...hits.enrolments.map(({ id, number, team, activity }) =>
        named('enrolment', id, joined(number, team), said(activity)),
      ),
      ...hits.works.map(({ id, number, title, team, activity }) =>
        named('work', id, joined(number, title || team), said(activity)),
      ),
      ...hits.teams.map(({ id, name, activity }) => named('team', id, name, said(activity))),
      ...hits.members.map(({ id, username, realName, nickname, school }) =>
        named('member', id, realName ?? nickname ?? username, joined(username, school)),
      ),
      ...hits.activities.map(({ id, name, code, year }) => textHit('activity', id, name, `${year} · ${code}`)),
      ...hits.articles.map(({ id, title, kind }) => ({ ...textHit('article', id, title), variant: kind })),
      ...hits.materials.map(({ id, title }) => textHit('material', id, title)),
      ...hits.experts.map(({ id, name, school }) => textHit('expert', id, name, said(school))),
    ],
  }
}

type FoundContent = Awaited<ReturnType<typeof readDemoContent>>

export const presentDemoContent = ({ locale: readerLocale }: Ctx, { list, settings }: FoundContent) => ({
  list: list.map(({ kind, id, title: texts, variant, isPublic }): DemoItem => {
    // Pages are named as in the menu.
    const { text, locale } = kind === 'page' ? { text: id, locale: null } : localize(texts, readerLocale)
    return { kind, id, title: text, locale, variant, isPublic }
  }),
  settings,
})
