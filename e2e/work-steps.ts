import { mediaSample } from '../server/testing/media-samples.ts'
import { plainActivity, type createCall } from './teacher.ts'

type Call = ReturnType<typeof createCall>

export const label = (chinese: string, english: string) => ({ 'zh-CN': chinese, 'en-US': english })

const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString()

/** An activity where works are handed in now; returns its id. */
export const openWorkActivity = async (call: Call, workRules: object): Promise<string> => {
  const { edition } = await call<{ edition: { id: string } }>('get', '/api/activities')
  const { id, version } = await call<{ id: string; version: number }>('post', '/api/activities', {
    ...plainActivity,
    name: label('数字化课例', 'Digital lessons'),
    code: `L${crypto.randomUUID().slice(0, 4).toUpperCase()}`,
    editionId: edition.id,
    workRules,
  })
  await call('put', `/api/activities/${id}/state`, { state: 'published', version })
  const phase = { editionId: edition.id, activityId: id, opensAt: days(-2), closesAt: days(2), graceMinutes: 0 }
  for (const kind of ['enrolment', 'submission']) await call('post', '/api/phases', { ...phase, kind })
  return id
}

interface Enrolment {
  id: string
  version: number
  number: string
}

/** A team with an approved enrolment; returns its number. */
export const enrolTeam = async (asOrganiser: Call, asCaptain: Call, activityId: string): Promise<string> => {
  const team = await asCaptain<{ id: string }>('post', '/api/teams', { activityId, name: 'Chalk', slogan: '' })
  const draft = await asCaptain<Enrolment>('post', '/api/enrolments', { teamId: team.id })
  const path = `/api/enrolments/${draft.id}/submission`
  const { id, version, number } = await asCaptain<Enrolment>('post', path, { version: draft.version })
  const enrolments = [{ id, version }]
  await asOrganiser('post', '/api/enrolments/decisions', { enrolments, decision: 'approved' })
  return number
}

/** A film that takes several pieces to upload: players skip a box of this kind. */
export const longFilm = async (paddingBytes: number): Promise<Buffer> => {
  const padding = Buffer.alloc(paddingBytes)
  padding.writeUInt32BE(padding.length)
  padding.write('free', 4)
  return Buffer.concat([await mediaSample('lesson.mp4'), padding])
}
