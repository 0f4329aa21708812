import {
  checkImport,
  createMember as createEndpoint,
  endMemberSessions,
  exportMembers as exportEndpoint,
  importMembers as importEndpoint,
  listUsers,
  readImportTemplate,
  readMember,
  readMemberContest,
  resetMemberSecondFactor,
  setMemberContacts,
  setMemberStatus,
} from '@lectern/contract/accounts/accounts.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { SheetThreads } from '../../platform/sheets/sheet-threads.ts'
import { sheetUploads } from '../../platform/sheets/read-sheet.ts'
import { sheetTypes } from '../../platform/sheets/write-sheet.ts'
import type { Settings } from '../../platform/settings.ts'
import { forPeopleOfOthers, whyNotControl, whyNotPeople } from '../steps/service.ts'
import { createMember } from './create-member.ts'
import { exportMembers, exportName } from './export.ts'
import { importMembers, importTemplate, reportImport } from './import.ts'
import { presentContest, presentMember, presentMemberPage } from './present.ts'
import {
  endSessions,
  listContest,
  listMembers,
  requireMember,
  resetSecondFactor,
  setContacts,
  setStatus,
} from './service.ts'

const largestSheet = 10 * 1024 * 1024

export const memberRoutes = (
  { serve, serveFile, serveUpload }: Http,
  settings: Pick<Settings, 'site'>,
  threads: SheetThreads,
): void => {
  const rules = { policy: organisers('people') }
  const others = { ...rules, ...forPeopleOfOthers }

  serve(listUsers, rules, async ({ ctx, query }) => {
    const { members, own } = await listMembers(ctx, query)
    const ids = members.list.map(({ id }) => id)
    return presentMemberPage(members, await whyNotPeople(ctx, ids, own), await whyNotControl(ctx, own))
  })

  serve(readMember, rules, async ({ ctx, params: { uid } }) =>
    presentMember(await requireMember(ctx, uid), (await whyNotPeople(ctx, [uid])).get(uid) ?? null),
  )

  serve(createEndpoint, rules, async ({ ctx, body, idempotencyKey }) =>
    presentMember(await createMember(ctx, body, idempotencyKey)),
  )

  serve(readMemberContest, rules, async ({ ctx, params }) => presentContest(ctx, await listContest(ctx, params.uid)))

  serve(setMemberStatus, others, async ({ ctx, params, body: { status, version } }) =>
    presentMember(await setStatus(ctx, params.uid, status, version)),
  )

  serve(setMemberContacts, others, async ({ ctx, params, body }) =>
    presentMember(await setContacts(ctx, params.uid, body)),
  )

  serve(endMemberSessions, others, ({ ctx, params }) => endSessions(ctx, params.uid))

  serve(resetMemberSecondFactor, others, async ({ ctx, params }) => {
    await resetSecondFactor(ctx, params.uid)
    return {}
  })

  serveFile(exportEndpoint, rules, async ({ ctx, query: { format, ...filter } }) => {
    const { timeZone } = settings.site
    return {
      type: sheetTypes[format],
      name: exportName(ctx, format, timeZone),
      body: await exportMembers(ctx, format, filter, timeZone, threads),
    }
  })

  serveFile(readImportTemplate, rules, async ({ ctx }) => ({ type: sheetTypes.xlsx, ...(await importTemplate(ctx)) }))

  serveUpload(checkImport, { ...rules, types: sheetUploads, maxBytes: largestSheet }, ({ ctx, file }) =>
    reportImport(ctx, file),
  )

  serveUpload(importEndpoint, { ...rules, types: sheetUploads, maxBytes: largestSheet }, ({ ctx, query, file }) =>
    importMembers(ctx, file, query.dryRun === 'true'),
  )
}
