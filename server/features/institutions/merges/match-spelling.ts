import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/institutions/institutions.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { countUnmatchedSchools, matchSchool, unmatchedSchools } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { findInstitutions, requireChoice } from '../choice/choice.ts'
import { aliasHolders, insertAliases, institutionsCalled, renewSearch } from '../directory/directory-queries.ts'
import { comparedSpelling } from '../directory/spellings.ts'
import { teamsByInstitution } from '../ports.ts'

const maxSuggestions = 3

/** Institutions that a spelling may mean: those that are called exactly so, else those that are found by it. */
const suggestionsFor = async (ctx: Ctx, text: string) => {
  const whole = await findInstitutions(ctx, { search: text, kind: 'school' })
  if (whole.length > 0) return whole.slice(0, maxSuggestions)
  // The beginning of a longer spelling, such as one with a campus at its end.
  const compared = comparedSpelling(text)
  for (let length = compared.length - 1; length >= Math.max(4, compared.length / 2); length -= 1) {
    const shorter = await findInstitutions(ctx, { search: compared.slice(0, length), kind: 'school' })
    if (shorter.length > 0) return shorter.slice(0, maxSuggestions)
  }
  return []
}

export const listSpellings = async (ctx: Ctx, { search, page, pageSize }: QueryOf<typeof contract.listSpellings>) => {
  const rows = await unmatchedSchools(ctx.db, search, { page, pageSize })
  const teams = await ctx.installation.ports.use(teamsByInstitution).countSpelled(
    ctx,
    rows.map(({ text }) => text),
  )
  const list = []
  for (const row of rows)
    list.push({ ...row, teams: teams.get(row.text) ?? 0, suggestions: await suggestionsFor(ctx, row.text) })
  return { list, total: await countUnmatchedSchools(ctx.db, search), page, pageSize }
}

/** Remembers a spelling, unless it is one already. */
const addAlias = async (ctx: Ctx, text: string, id: BodyOf<typeof contract.matchSpelling>['institutionId']) => {
  const compared = comparedSpelling(text)
  if (compared === '') return
  const called = await institutionsCalled(ctx.db, compared)
  if (called.length > 0 || (await aliasHolders(ctx.db, [compared])).length > 0) return
  await insertAliases(ctx.db, id, [text], ctx.now)
  await renewSearch(ctx.db, id)
}

/** A person says which institution a spelling means. People and their teams get it; what they typed stays. */
export const matchSpelling = (
  outer: SignedIn,
  { text, institutionId: id, asAlias }: BodyOf<typeof contract.matchSpelling>,
): Promise<{ people: number; teams: number }> =>
  inTransaction(outer, async (ctx) => {
    await requireChoice(ctx.db, id)
    const people = await matchSchool(ctx, text, id)
    const teams = await ctx.installation.ports.use(teamsByInstitution).match(ctx, text, id)
    if (people + teams === 0) throw fail('institution.spellingGone')
    if (asAlias) await addAlias(ctx, text, id)
    await audit(ctx, 'institution.spellingMatched', {
      subject: { kind: 'institution', id },
      after: { spelling: text, peopleCount: people, teamCount: teams },
    })
    return { people, teams }
  })
