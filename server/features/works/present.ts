import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { isBlocking } from '@lectern/contract/works/file-findings.ts'
import { megabyte } from '@lectern/contract/files/file-values.ts'
import { localize } from '@lectern/contract/localized.ts'
import { acceptedTypes, type WorkPart, type WorkRules } from '@lectern/contract/works/work-rules.ts'
import { isFilePart } from '@lectern/contract/works/work-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import type { ShownLeak, ShownPart, SubmissionHead, Work, WorkFile, WorkHead } from '@lectern/contract/works/works.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import { isOrganiser, refusalText, type Verdict } from '../../platform/policy.ts'
import { actsForTeam } from '../enrolments/service.ts'
import { unfinishedUploads } from '../files/service.ts'
import { whyNotOnBehalf } from '../steps/service.ts'
import { nameOf, roleIn, type Journeys, type TeamView } from '../teams/service.ts'
import { findingsIn } from './submission/part-rules.ts'
import {
  dueOfWork,
  isUploadInTime,
  mayDiscard,
  mayEdit,
  mayRevive,
  maySubmit,
  mayWithdraw,
  uploadsUntil,
  type WorkView,
} from './policy.ts'
import { agreedDeclarations, confirmedNames, shownNames } from './submission/preparation.ts'
import { confirmationOf } from './checks/file-confirmation.ts'
import { isBeingScanned } from './checks/inspection-tasks.ts'
import { presentFinding, presentLeakPlace } from './checks/present-findings.ts'
import { labelOf, problemsOf, sizeOf } from './submission/problems.ts'
import { eventsOf, submissionsOf, type FoundFile, type FoundSubmission } from './queries.ts'
import { leaksOf, type FoundLeak } from './blind/leak-queries.ts'
import type { listMyWorks } from './service.ts'

const toIso = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

const presentActivity = (ctx: Ctx, { activity }: TeamView) => {
  const { text, locale } = localize(activity.name, ctx.locale)
  return { id: activity.id, code: activity.code, name: text, locale }
}

const presentPart = ({ locale }: Ctx, part: WorkPart, blind: boolean): ShownPart => ({
  id: part.id,
  label: localize(part.label, locale).text,
  help: localize(part.help, locale).text,
  kind: part.kind,
  required: part.required,
  minFiles: part.minFiles,
  maxFiles: part.maxFiles,
  types: acceptedTypes(part, blind),
  maxBytes: part.maxMegabytes * megabyte,
  limits: part.limits,
  forExperts: part.forExperts,
  forPublic: part.forPublic,
})

export const presentFile = (ctx: Ctx, { activity }: Pick<TeamView, 'activity'>, file: FoundFile): WorkFile => {
  const media = file.facts?.media && 'facts' in file.facts.media ? file.facts.media.facts : undefined
  return {
    id: file.id,
    part: file.part,
    name: file.name,
    size: file.size,
    type: file.type,
    sha256: file.sha256?.toString('hex') ?? '',
    confirmation: confirmationOf(file),
    isChecked: file.checkedAt !== null,
    findings: findingsIn(activity.workRules, file).map((finding) => presentFinding(ctx.locale, finding)),
    seconds: media?.seconds ?? null,
    width: media?.width ?? file.facts?.width ?? null,
    height: media?.height ?? file.facts?.height ?? null,
    pages: file.facts?.pages ?? null,
    uploadedAt: file.createdAt.toISOString(),
  }
}

const nameOfAccount = (row: {
  username: string | null
  nickname: string | null
  realName: string | null
  status: string | null
}): string | null =>
  row.username === null || row.status === 'deleted'
    ? null
    : nameOf({ username: row.username, nickname: row.nickname, realName: row.realName })

export const presentSubmission = (ctx: Ctx, view: Pick<WorkView, 'team'>, row: FoundSubmission): SubmissionHead => ({
  number: row.number,
  at: row.submittedAt.toISOString(),
  by: nameOfAccount(row),
  isLate: row.isLate,
  hash: row.hash.toString('hex'),
  changed: row.changed.map((key) => labelOf(ctx, view, key)),
})

/** Organisers see who decided; a team sees only in whose name: that of an institution, or of the organisers. */
const actorText = (ctx: SignedIn, event: Awaited<ReturnType<typeof eventsOf>>[number]): string | null => {
  if (isOrganiser(ctx.actor, 'activity') || event.isOfTeam || event.accountId === null) return nameOfAccount(event)
  return event.institution ? localize(event.institution, ctx.locale).text : t(ctx.locale, 'notice.organisers')
}

const presentEvents = async (ctx: SignedIn, { work }: WorkView): Promise<Work['events']> =>
  (await eventsOf(ctx.db, work.id)).map((event) => ({
    at: event.at.toISOString(),
    kind: event.kind,
    state: event.state,
    reason: event.reason,
    submission: event.submission,
    by: actorText(ctx, event),
  }))

/** Files on their way into the work. Copies that organisers upload for experts are no files of the team. */
const presentUploads = async (ctx: SignedIn, view: WorkView): Promise<WorkUpload[]> => {
  const { work, team } = view
  const rows = await unfinishedUploads(ctx, { work: work.id })
  return rows
    .filter(({ target }) => target?.['part'] !== undefined && target['redacts'] === undefined)
    .map(({ id, ownerId, name, size, received, target, createdAt, expiresAt, isHeld, isPaused, ...owner }) => {
      const isOwn = ownerId === ctx.actor.id
      const isNamed = isOrganiser(ctx.actor, 'activity') || roleIn(team, ownerId) !== undefined
      return {
        id,
        part: target!['part']!,
        replaces: (target!['replaces'] ?? null) as FileId | null,
        name,
        size,
        received,
        begunAt: createdAt.toISOString(),
        keptUntil: expiresAt.toISOString(),
        by: isNamed ? nameOf(owner) : t(ctx.locale, 'notice.organisers'),
        isOwn,
        // A page that was reloaded has just stopped sending: its own pauses need not last to be one.
        isRunning: isOwn ? isHeld : !isPaused,
        isInTime: isUploadInTime(view, createdAt, ctx),
      }
    })
}

/** Where a leak is, in the caller's language. */
export const leakPlace = (ctx: Ctx, { team }: Pick<WorkView, 'team'>, { place, fileName }: FoundLeak): string =>
  presentLeakPlace(ctx.locale, place, {
    file: fileName ?? undefined,
    label: place.kind === 'value' ? labelOf(ctx, { team }, place.part) : undefined,
  })

/** Leaks that nobody has judged harmless. */
const presentLeak = (ctx: Ctx, view: WorkView, found: FoundLeak): ShownLeak => ({
  kind: found.kind,
  value: found.value,
  place: leakPlace(ctx, view, found),
  context: found.context,
  file: found.fileId,
})

/** `whyNot`: the reason of an organiser who may not act on the team's behalf. */
const presentMay = (ctx: SignedIn, view: WorkView, whyNot: string | null): Work['may'] => {
  const why = (verdict: Verdict): string | null => whyNot ?? refusalText(verdict, ctx.locale)
  const who = ctx.actor.id
  const onBehalf = actsForTeam(view, ctx.actor)
  return {
    edit: why(mayEdit(view, who, ctx, { onBehalf, withGrace: true })),
    submit: why(maySubmit(view, who, ctx, { onBehalf, withGrace: true })),
    withdraw: why(mayWithdraw(view, who, ctx)),
    revive: why(mayRevive(view, who, ctx)),
    discard: why(mayDiscard(view, who, { onBehalf })),
  }
}

/** Leaks in what is typed, and in the files that the work is prepared with. */
const presentLeaks = async (ctx: Ctx, view: WorkView): Promise<ShownLeak[]> => {
  const { work, team, files } = view
  if (!team.activity.workRules.blind) return []
  const prepared = new Set(files.map(({ id }) => id))
  return (await leaksOf(ctx.db, work.id))
    .filter(({ judgement, fileId }) => judgement === 'open' && (fileId === null || prepared.has(fileId)))
    .map((leak) => presentLeak(ctx, view, leak))
}

export const presentWork = async (ctx: SignedIn, view: WorkView): Promise<Work> => {
  const { work, team, files } = view
  const { parts, declarations, blind, maxTotalMegabytes } = team.activity.workRules
  const deadline = team.deadlines[stagePhases.work]
  const agreed = new Set(agreedDeclarations(view).map(({ id }) => id))
  const whyNot = await whyNotOnBehalf(ctx, team)
  return {
    id: work.id,
    enrolmentId: work.enrolmentId,
    number: team.enrolment?.number ?? '',
    state: work.state,
    version: work.version,
    activity: { ...presentActivity(ctx, team), timeZone: team.activity.edition.timeZone },
    team: { id: team.id, name: team.name },
    opensAt: toIso(deadline?.opensAt),
    closesAt: toIso(deadline?.closesAt),
    isExtended: deadline?.isExtended ?? false,
    resubmitBy: work.state === 'returned' ? toIso(dueOfWork(team, work)) : null,
    uploadsUntil: toIso(uploadsUntil(view)),
    blind,
    parts: parts.map((part) => presentPart(ctx, part, blind)),
    declarations: declarations.map(({ id, text }) => ({
      id,
      text: localize(text, ctx.locale).text,
      isAgreed: agreed.has(id),
    })),
    title: work.title,
    summary: work.summary,
    values: work.values,
    names: shownNames(view),
    areNamesConfirmed: confirmedNames(view) !== undefined,
    files: files.map((file) => presentFile(ctx, team, file)),
    uploads: await presentUploads(ctx, view),
    usedBytes: sizeOf(files),
    maxTotalBytes: maxTotalMegabytes * megabyte,
    problems: problemsOf(ctx, view),
    leaks: await presentLeaks(ctx, view),
    isScanning: await isBeingScanned(ctx.db, work.id),
    isChanged: work.isChanged,
    submissions: (await submissionsOf(ctx.db, work.id)).map((row) => presentSubmission(ctx, view, row)),
    submittedAt: toIso(work.submittedAt),
    decidedAt: toIso(work.decidedAt),
    reason: work.reason,
    events: await presentEvents(ctx, view),
    isOnBehalf: actsForTeam(view, ctx.actor) && whyNot === null,
    may: presentMay(ctx, view, whyNot),
  }
}

export const presentSaved = async (ctx: SignedIn, view: WorkView) => ({
  version: view.work.version,
  savedAt: ctx.now.toISOString(),
  isChanged: view.work.isChanged,
  areNamesConfirmed: confirmedNames(view) !== undefined,
  problems: problemsOf(ctx, view),
  leaks: await presentLeaks(ctx, view),
})

type PartStanding = WorkHead['parts'][number]['standing']

const standingOf = (part: WorkPart, rules: WorkRules, view: Partial<WorkView>): PartStanding => {
  if (!isFilePart(part.kind)) return view.work?.values[part.id]?.trim() ? 'ready' : 'missing'
  const own = (view.files ?? []).filter((file) => file.part === part.id)
  if (own.length < part.minFiles) return 'missing'
  if (own.some((file) => findingsIn(rules, file).some(isBlocking))) return 'finding'
  return own.some(({ checkedAt }) => checkedAt === null) ? 'checking' : 'ready'
}

export const presentHeads = (
  ctx: SignedIn,
  found: Awaited<ReturnType<typeof listMyWorks>>,
  journeys: Journeys,
): WorkHead[] =>
  found.map((view) => {
    const { team, work } = view
    const rules = team.activity.workRules
    const deadline = team.deadlines[stagePhases.work]
    const state = work?.state ?? 'draft'
    return {
      id: work?.id ?? null,
      enrolmentId: team.enrolment!.id,
      number: team.enrolment?.number ?? '',
      state,
      title: work?.title ?? '',
      activity: presentActivity(ctx, team),
      team: { id: team.id, name: team.name, role: roleIn(team, ctx.actor.id) ?? 'advisor' },
      opensAt: toIso(deadline?.opensAt),
      closesAt: toIso(deadline?.closesAt),
      resubmitBy: work?.state === 'returned' ? toIso(dueOfWork(team, work)) : null,
      timeZone: team.activity.edition.timeZone,
      parts: rules.parts.map((part) => ({
        id: part.id,
        label: localize(part.label, ctx.locale).text,
        required: part.required,
        standing: standingOf(part, rules, view),
      })),
      isChanged: work?.isChanged ?? false,
      submission:
        work?.submission && work.submittedAt ? { number: work.submission, at: work.submittedAt.toISOString() } : null,
      reason: work?.reason ?? null,
      next: journeys.get(team.id)!,
    }
  })
