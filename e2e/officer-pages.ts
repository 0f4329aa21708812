import type { APIRequestContext } from '@playwright/test'
import { organiser } from './sites.ts'
import { createCall } from './teacher.ts'

/** The officer of a province whose schools have handed in lists. All who sign in to the demo have one password. */
const provinceOfficer = 'shenyifan'

/** Signs in as an officer of the demo; the addresses of the pages that officers work on. */
export const enterAsOfficer = async (request: APIRequestContext, origin: string): Promise<string[]> => {
  const call = createCall(request, origin)
  await call('post', '/api/account/login', { identifier: provinceOfficer, password: organiser.password })
  type Mine = { institutions: { id: string; lists: { activity: { id: string } }[] }[] }
  const [own] = (await call<Mine>('get', '/api/account/recommendations')).institutions
  const activity = own!.lists[0]!.activity.id
  type Below = { list: { institution: { id: string } }[] }
  const query = `level=school&above=${own!.id}&state=handedIn`
  const { list } = await call<Below>('get', `/api/recommendations/${activity}/lists?${query}`)
  const school = list[0]!.institution.id
  const place = `institution=${own!.id}&activity=${activity}`
  return [
    '/Institution',
    `/Institution?${place}`,
    '/Institution/Below',
    `/Institution/Below?${place}&school=${school}`,
    `/Institution/History?institution=${school}&activity=${activity}`,
  ]
}
