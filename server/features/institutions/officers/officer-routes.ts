import * as contract from '@lectern/contract/institutions/officers.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { signedIn } from '../../../platform/policy.ts'
import { sheetUploads } from '../../../platform/sheets/read-sheet.ts'
import { sheetTypes } from '../../../platform/sheets/write-sheet.ts'
import { acceptInvitation, inviteOfficer, requireInvitation } from './invitations.ts'
import { importOfficers, officerTemplate } from './officer-import.ts'
import type { OfficerRow } from './officer-queries.ts'
import { decideOfficer, endOfficer, listMine, listOfficers, listRequests, requestOfficer } from './officers.ts'

const largestSheet = 2 * 1024 * 1024

export const presentOfficer = ({ locale }: Pick<Ctx, 'locale'>, row: OfficerRow): contract.Officer => ({
  id: row.id,
  institutionId: row.institutionId,
  institution: localize(row.institution, locale).text,
  state: row.state,
  name: row.realName ?? row.name ?? row.username ?? '',
  contact: row.contact,
  username: row.username,
  letter: row.letterId && row.letterName !== null ? { id: row.letterId, name: row.letterName } : null,
  reason: row.reason,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})

export const officerRoutes = ({ serve, serveFile, serveUpload }: Http): void => {
  // Organisers and officers of the level above: the services check it for each institution.
  const rules = { policy: signedIn }
  const present = async (ctx: Ctx, row: Promise<OfficerRow>) => presentOfficer(ctx, await row)
  const presentList = async (ctx: Ctx, rows: Promise<OfficerRow[]>) => ({
    list: (await rows).map((row) => presentOfficer(ctx, row)),
  })

  serve(contract.listOfficers, rules, ({ ctx, params }) => presentList(ctx, listOfficers(ctx, params.id)))
  serve(contract.listOfficerRequests, rules, ({ ctx }) => presentList(ctx, listRequests(ctx)))
  serve(contract.listMyOfficers, rules, ({ ctx }) => presentList(ctx, listMine(ctx)))

  serve(contract.inviteOfficer, rules, ({ ctx, params, body, idempotencyKey }) =>
    present(ctx, inviteOfficer(ctx, params.id, body, idempotencyKey)),
  )

  serveUpload(
    contract.importOfficers,
    { ...rules, types: sheetUploads, maxBytes: largestSheet },
    ({ ctx, query, file }) => importOfficers(ctx, file, query.dryRun === 'true'),
  )

  serveFile(contract.readOfficerTemplate, rules, async ({ ctx }) => ({
    type: sheetTypes.xlsx,
    ...(await officerTemplate(ctx.locale)),
  }))

  serve(contract.decideOfficer, rules, ({ ctx, params, body }) => present(ctx, decideOfficer(ctx, params.id, body)))
  serve(contract.endOfficer, rules, ({ ctx, params, body }) => present(ctx, endOfficer(ctx, params.id, body)))

  serve(contract.readOfficerInvitation, rules, async ({ ctx, params }) => {
    const { institution, name, expiresAt } = await requireInvitation(ctx, params.token)
    return {
      institution: localize(institution, ctx.locale).text,
      name: name ?? '',
      expiresAt: expiresAt!.toISOString(),
    }
  })

  serve(contract.acceptOfficerInvitation, rules, ({ ctx, params }) => present(ctx, acceptInvitation(ctx, params.token)))

  serve(contract.requestOfficer, rules, ({ ctx, body, idempotencyKey }) =>
    present(ctx, requestOfficer(ctx, body, idempotencyKey)),
  )
}
