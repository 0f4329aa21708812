import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId, FileId, WorkId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import type { WorkPart, WorkRules } from '@lectern/contract/works/work-rules.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { readWork, saveWork, startWork, submitWork, type Work } from '@lectern/contract/works/works.ts'
import { createActivity, createKnownTeacher, createPhase, daysFromNoon } from './contest.ts'
import { english, type TestPerson } from './people.ts'
import type { TestSite } from './site.ts'
import { uploaderOf } from './uploads.ts'

const said = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })

export const testPart = (id: string, changes: Partial<WorkPart> = {}): WorkPart => ({
  id,
  label: said(`材料 ${id}`, `Part ${id}`),
  help: {},
  kind: 'document',
  required: true,
  minFiles: 1,
  maxFiles: 2,
  types: [],
  maxMegabytes: 10,
  limits: {},
  forExperts: true,
  forPublic: false,
  ...changes,
})

/** A plan as PDF, a text, and a declaration. */
export const testRules: WorkRules = {
  ...usualRules,
  parts: [testPart('plan'), testPart('idea', { kind: 'text', limits: { maxCharacters: 20 } })],
  declarations: [{ id: 'original', text: said('本作品为原创。', 'This work is original.') }],
}

/** The same, and visitors may see every part. */
export const publicRules: WorkRules = {
  ...testRules,
  parts: testRules.parts.map((part) => ({ ...part, forPublic: true })),
}

/** An activity that asks for a work, open for ten days around the fixed time. */
export const createWorkActivity = async (
  site: Pick<TestSite, 'db'>,
  editionId: EditionId,
  { rules = testRules, ...values }: { rules?: WorkRules } & Parameters<typeof createActivity>[2] = {},
): Promise<ActivityId> => {
  const id = await createActivity(site, editionId, { workRules: rules, ...values })
  await createPhase(site, editionId, {
    activityId: id,
    kind: 'submission',
    opensAt: daysFromNoon(-3),
    closesAt: daysFromNoon(4),
  })
  return id
}

/** A team whose enrolment is approved. */
export const createApprovedTeam = async (site: TestSite, activityId: ActivityId, organiser: TestPerson) => {
  const captain = await createKnownTeacher(site)
  const as = { headers: english(captain) }
  const team = (await site.ask(createTeam, { ...as, body: { activityId, name: '星火', slogan: '' } })).data
  const draft = (await site.ask(startEnrolment, { ...as, body: { teamId: team.id } })).data
  const params = { id: draft.id }
  const sent = (await site.ask(submitEnrolment, { ...as, params, body: { version: draft.version } })).data
  const { outcomes } = (
    await site.ask(decideEnrolments, {
      headers: english(organiser),
      body: { enrolments: [{ id: sent.id, version: sent.version }], decision: 'approved' },
    })
  ).data
  if (outcomes[0]?.refusal) throw new Error(outcomes[0].refusal)
  return { captain, team, enrolmentId: sent.id, number: sent.number! }
}

/** What one user does with works. */
export const workerOf = (site: TestSite, person: TestPerson) => {
  const as = { headers: english(person) }
  const uploads = uploaderOf(site, person)
  const read = async (id: WorkId): Promise<Work> => (await site.ask(readWork, { ...as, params: { id } })).data
  return {
    read,
    start: async (enrolmentId: Parameters<typeof startWork.body.parse>[0]) =>
      (await site.ask(startWork, { ...as, body: startWork.body.parse({ enrolmentId }) })).data,
    /** Uploads a file for a part; the answer to its last byte. */
    upload: (
      id: WorkId,
      part: string,
      content: Buffer,
      { name = 'plan.pdf', replaces }: { name?: string; replaces?: FileId } = {},
    ) => uploads.whole({ purpose: 'work', name, target: { work: id, part, ...(replaces && { replaces }) } }, content),
    begin: (id: WorkId, part: string, size: number, name = 'plan.pdf') =>
      uploads.begin({ size, purpose: 'work', name, target: { work: id, part } }),
    /** An upload with any target. */
    beginTo: (target: Record<string, string>, size: number, name: string) =>
      uploads.begin({ size, purpose: 'work', name, target }),
    send: uploads.send,
    cancel: uploads.cancel,
    /** Fills in everything that is typed. */
    fill: async (id: WorkId, changes: Partial<Pick<Work, 'title' | 'summary' | 'values'>> = {}) => {
      const work = await read(id)
      return site.ask(saveWork, {
        ...as,
        params: { id },
        body: {
          version: work.version,
          title: '空间与图形',
          summary: '一节课',
          values: { idea: '一个想法' },
          names: work.names.map(({ uid, name }) => ({ uid, name })),
          agreed: work.declarations.map((declaration) => declaration.id),
          ...changes,
        },
      })
    },
    submit: async (id: WorkId, changes: Partial<{ version: number; files: FileId[] }> = {}) => {
      const work = await read(id)
      const body = { version: work.version, files: work.files.map((file) => file.id), ...changes }
      return site.ask(submitWork, { ...as, params: { id }, body })
    },
  }
}
