import * as contract from '@lectern/contract/institutions/institutions.ts'
import { undoMergeMilliseconds } from '@lectern/contract/institutions/institution-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers, signedIn } from '../../../platform/policy.ts'
import { sheetUploads } from '../../../platform/sheets/read-sheet.ts'
import { sheetTypes } from '../../../platform/sheets/write-sheet.ts'
import { findInstitutions } from '../choice/choice.ts'
import { listSpellings, matchSpelling } from '../merges/match-spelling.ts'
import { listMerges, mergeInstitution, previewMerge, undoMerge } from '../merges/merge.ts'
import { teamsByInstitution } from '../ports.ts'
import {
  createInstitution,
  listInstitutions,
  moveInstitution,
  requireInstitution,
  saveInstitution,
} from './directory.ts'
import type { ListedInstitution } from './directory-queries.ts'
import { importInstitutions } from './import.ts'
import { institutionTemplate } from './institution-sheet.ts'
import { presentInstitution, presentShown } from './present.ts'

const largestSheet = 10 * 1024 * 1024

const withTeams = async (ctx: SignedIn, rows: readonly ListedInstitution[]) => {
  const ids = rows.map(({ id }) => id)
  const teams = await ctx.installation.ports.use(teamsByInstitution).count(ctx, ids)
  return rows.map((row) => presentInstitution({ ...row, teams: teams.get(row.id) ?? 0 }))
}

export const directoryRoutes = ({ serve, serveFile, serveUpload }: Http): void => {
  const rules = { policy: organisers('people') }
  const present = async (ctx: SignedIn, row: Promise<ListedInstitution>) => (await withTeams(ctx, [await row]))[0]!

  serve(contract.findInstitutions, { policy: signedIn }, async ({ ctx, query }) => ({
    list: (await findInstitutions(ctx, query)).map((row) => presentShown(ctx, row)),
  }))

  serve(contract.readInstitutionChoice, { policy: signedIn }, async ({ ctx, params }) =>
    presentShown(ctx, await requireInstitution(ctx, params.id)),
  )

  serve(contract.listInstitutions, rules, async ({ ctx, query }) => {
    const page = await listInstitutions(ctx, query)
    return { ...page, list: await withTeams(ctx, page.list) }
  })

  serve(contract.readInstitution, rules, ({ ctx, params }) => present(ctx, requireInstitution(ctx, params.id)))

  serve(contract.createInstitution, rules, ({ ctx, body, idempotencyKey }) =>
    present(ctx, createInstitution(ctx, body, idempotencyKey)),
  )

  serve(contract.saveInstitution, rules, ({ ctx, params, body }) => present(ctx, saveInstitution(ctx, params.id, body)))

  serve(contract.moveInstitution, rules, ({ ctx, params, body }) => present(ctx, moveInstitution(ctx, params.id, body)))

  serveUpload(
    contract.importInstitutions,
    { ...rules, types: sheetUploads, maxBytes: largestSheet },
    ({ ctx, query, file }) => importInstitutions(ctx, file, query.dryRun === 'true'),
  )

  serveFile(contract.readInstitutionTemplate, rules, async ({ ctx }) => ({
    type: sheetTypes.xlsx,
    ...(await institutionTemplate(ctx.locale)),
  }))

  serve(contract.previewMerge, rules, ({ ctx, params, query }) =>
    previewMerge(ctx, { from: params.id, into: query.into }),
  )

  serve(contract.mergeInstitution, rules, ({ ctx, params, body: { into, version } }) =>
    mergeInstitution(ctx, { from: params.id, into }, version),
  )

  serve(contract.listMerges, rules, async ({ ctx }) => ({
    list: (await listMerges(ctx)).map(({ mergedAt, ...merge }) => ({
      ...merge,
      mergedAt: mergedAt.toISOString(),
      until: new Date(mergedAt.getTime() + undoMergeMilliseconds).toISOString(),
    })),
  }))

  serve(contract.undoMerge, rules, async ({ ctx, params }) => {
    await undoMerge(ctx, params.id)
    return {}
  })

  serve(contract.listSpellings, rules, async ({ ctx, query }) => {
    const page = await listSpellings(ctx, query)
    return {
      ...page,
      list: page.list.map(({ suggestions, ...row }) => ({
        ...row,
        suggestions: suggestions.map((one) => presentShown(ctx, one)),
      })),
    }
  })

  serve(contract.matchSpelling, rules, ({ ctx, body }) => matchSpelling(ctx, body))
}
