import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type {
  BlankedWord,
  ListedWork,
  OfficeFile,
  OfficeLeak,
  SubmittedVersion,
  WorkDossier,
} from '@lectern/contract/works/work-office.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { refusalText } from '../../../platform/policy.ts'
import { nameOf } from '../../teams/service.ts'
import { isCurrentCopy } from '../blind/copy-version.ts'
import { expertTextsOf, type blankedWordsOf } from '../blind/blanked-texts.ts'
import { readManifest, type Manifest } from '../submission/manifest.ts'
import type { FoundLeak } from '../blind/leak-queries.ts'
import type { OfficeRow, requireWorkDossier } from './office.ts'
import type { WorkView } from '../policy.ts'
import { leakPlace, presentFile, presentSubmission, presentWork } from '../present.ts'
import type { FoundFile } from '../queries.ts'
import { presentRedaction } from '../blind/redaction-proposals.ts'

const typedIn = ({ title, summary, parts }: Manifest) => ({
  title,
  summary,
  values: Object.fromEntries(parts.flatMap(({ id, text }) => (text === null ? [] : [[id, text]]))),
})

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

const presentRow = (ctx: Ctx, { activity, acceptance, ...row }: OfficeRow): ListedWork => {
  const { text, locale } = localize(activity.name, ctx.locale)
  return {
    ...row,
    number: row.number ?? '',
    activity: { id: activity.id, code: activity.code, name: text, locale },
    submittedAt: toIso(row.submittedAt),
    decidedAt: toIso(row.decidedAt),
    notifyAt: toIso(row.notifyAt),
    whyNotAccept: refusalText(acceptance, ctx.locale),
  }
}

export const presentPage = (ctx: Ctx, { list, ...page }: Page<OfficeRow>): Page<ListedWork> => ({
  ...page,
  list: list.map((row) => presentRow(ctx, row)),
})

const blindCopyOf = ({ blind, redactedId }: FoundFile): OfficeFile['blindCopy'] => {
  if (!blind || !isCurrentCopy(blind)) return 'pending'
  if (redactedId && blind.kind !== 'failed') return 'redacted'
  if (blind.kind === 'plain') return 'none'
  return blind.kind === 'failed' ? 'failed' : 'ready'
}

/** The copy as experts get it; null: there is none, or the file itself is shown. */
const copyOf = ({ blind }: FoundFile): OfficeFile['copy'] => {
  if (!blind || !isCurrentCopy(blind) || blind.kind === 'plain' || blind.kind === 'failed') return null
  const { type, size } = blind
  return type === undefined || size === undefined ? null : { type, size }
}

export const presentOfficeFile = (ctx: Ctx, { team }: Pick<WorkView, 'team'>, file: FoundFile): OfficeFile => {
  const { parts, blind } = team.activity.workRules
  const isForExperts = blind && (parts.find(({ id }) => id === file.part)?.forExperts ?? false)
  return {
    ...presentFile(ctx, team, file),
    blindCopy: isForExperts ? blindCopyOf(file) : 'none',
    copy: isForExperts ? copyOf(file) : null,
  }
}

export const presentOfficeLeak = (ctx: Ctx, { team }: Pick<WorkView, 'team'>, found: FoundLeak): OfficeLeak => ({
  id: found.id,
  kind: found.kind,
  value: found.value,
  place: leakPlace(ctx, { team }, found),
  context: found.context,
  file: found.fileId,
  isTyped: found.fileId === null && found.kind !== 'link',
  judgement: found.judgement,
  judgedBy: found.judgedBy,
})

export const presentBlankedWord = (row: Awaited<ReturnType<typeof blankedWordsOf>>[number]): BlankedWord => ({
  word: row.word,
  value: row.value,
  by: row.blankedBy,
  at: row.blankedAt.toISOString(),
})

export const presentWorkDossier = async (
  ctx: SignedIn,
  found: Awaited<ReturnType<typeof requireWorkDossier>>,
): Promise<WorkDossier> => {
  const { view, everyFile, submissions, leaks, redactions, isJudged, province, school, notifyAt, isOwnActivity } = found
  const typed = submissions.map(({ manifest }) => typedIn(readManifest(manifest)))
  const [forExperts, ...expertTexts] = await expertTextsOf(ctx.db, view.work.id, [view.work, ...typed])
  const versionOf = (row: (typeof submissions)[number], at: number): SubmittedVersion => {
    const { parts, names } = readManifest(row.manifest)
    const ids = parts.flatMap(({ files }) => files.map(({ id }) => id))
    return {
      ...presentSubmission(ctx, view, row),
      ...typed[at]!,
      forExperts: expertTexts[at]!,
      files: ids.flatMap((id) => {
        const file = everyFile.find((one) => one.id === id)
        return file ? [presentOfficeFile(ctx, view, file)] : []
      }),
      names: names.map(({ role, name }) => ({ role, name })),
    }
  }
  return {
    work: await presentWork(ctx, view),
    versions: submissions.map(versionOf),
    files: view.files.map((file) => presentOfficeFile(ctx, view, file)),
    leaks: leaks.map((one) => presentOfficeLeak(ctx, view, one)),
    blankedWords: found.blankedWords.map(presentBlankedWord),
    forExperts: forExperts!,
    redactions: redactions.map((row) => presentRedaction(ctx, row)),
    isJudged,
    contacts: view.team.members.map(({ role, account }) => ({
      uid: account.id,
      name: nameOf(account),
      role,
      email: account.email,
      phone: account.phone,
    })),
    province,
    school,
    notifyAt: toIso(notifyAt),
    isOwnActivity,
    whyNotAccept: refusalText(found.acceptance, ctx.locale),
  }
}
