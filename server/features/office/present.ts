import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { DemoItem } from '@lectern/contract/beginning.ts'
import type { OfficeHit } from '@lectern/contract/office-shell.ts'
import type { OfficeHitKind } from '@lectern/contract/office-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { findAnything, readDemoContent } from './service.ts'

type Found = Awaited<ReturnType<typeof findAnything>>

export const presentHits = ({ locale: asked }: Ctx, found: Found): { list: OfficeHit[] } => {
  const named = (kind: OfficeHitKind, id: string, title: string, detail = ''): OfficeHit => ({
    kind,
    id,
    title,
    detail,
    locale: null,
    variant: null,
  })
  const written = (kind: OfficeHitKind, id: string, texts: LocalizedText, detail = ''): OfficeHit => {
    const { text, locale } = localize(texts, asked)
    return { ...named(kind, id, text, detail), locale }
  }
  const said = (texts: LocalizedText): string => localize(texts, asked).text
  const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ')
  return {
    list: [
      ...found.enrolments.map(({ id, number, team, activity }) =>
        named('enrolment', id, joined(number, team), said(activity)),
      ),
      ...found.works.map(({ id, number, title, team, activity }) =>
        named('work', id, joined(number, title || team), said(activity)),
      ),
      ...found.teams.map(({ id, name, activity }) => named('team', id, name, said(activity))),
      ...found.members.map(({ id, username, realName, nickname, school }) =>
        named('member', id, realName ?? nickname ?? username, joined(username, school)),
      ),
      ...found.activities.map(({ id, name, code, year }) => written('activity', id, name, `${year} · ${code}`)),
      ...found.articles.map(({ id, title, kind }) => ({ ...written('article', id, title), variant: kind })),
      ...found.materials.map(({ id, title }) => written('material', id, title)),
      ...found.experts.map(({ id, name, school }) => written('expert', id, name, said(school))),
    ],
  }
}

type FoundContent = Awaited<ReturnType<typeof readDemoContent>>

export const presentDemoContent = ({ locale: asked }: Ctx, { list, settings }: FoundContent) => ({
  list: list.map(({ kind, id, title: texts, variant, isPublic }): DemoItem => {
    // Pages are named as in the menu.
    const { text, locale } = kind === 'page' ? { text: id, locale: null } : localize(texts, asked)
    return { kind, id, title: text, locale, variant, isPublic }
  }),
  settings,
})
