import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'

const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`
const inEnglish = { 'accept-language': 'en-US' }

let site: TestSite
let editionId: EditionId
let activityId: ActivityId

beforeAll(async () => {
  site = await startSite()
  const text = { 'zh-CN': hostile, 'en-US': hostile }
  const html = { 'en-US': `<p onclick="alert(1)">Clean</p><a href="javascript:alert(1)">a</a>${hostile}` }
  editionId = await createEdition(site, { name: text })
  activityId = await createActivity(site, editionId, {
    code: 'XSS',
    name: text,
    group: text,
    summary: text,
    body: html,
    requirements: html,
    rules: html,
  })
})
afterAll(() => site.close())

describe('whatever an activity and its edition are called', () => {
  test.each(['/', '/EnrollFor', '/EnrollFor/:id', '/Rules', '/Home/Content5'])(
    'nothing of it runs on %s',
    async (path) => {
      const { status, text } = await site.get(path.replace(':id', activityId), inEnglish)
      expect([status, text.includes('alert(1)')]).toEqual([200, true])
      const tags = [...text.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag)
      expect(tags.filter((tag) => /\son\w+=|src=x|javascript:/i.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([])
      expect(text).not.toContain('href="javascript:')
      const scripts = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
      const isHarmless = ([, attributes = '', content = '']: RegExpExecArray): boolean =>
        attributes.includes('json')
          ? JSON.parse(content) !== undefined
          : content === '' && attributes.includes('src="/')
      expect(scripts.filter((script) => !isHarmless(script))).toEqual([])
    },
  )

  test('calendar and sitemap stay what they are', async () => {
    const calendar = (await site.get(`/calendar/${activityId}.ics?lang=en-US`)).text.replaceAll('\r\n ', '')
    expect(calendar.split('\r\n').filter((line) => line.startsWith('SUMMARY'))).toEqual([
      `SUMMARY:${hostile}: Enrollment opens`,
      `SUMMARY:${hostile}: Enrollment closes`,
    ])
    expect((await site.get('/sitemap.xml')).text).not.toContain('alert')
  })
})

describe('a user who cannot enrol', () => {
  const why = async (id: ActivityId, locale = 'en-US'): Promise<unknown[]> => {
    const answer = await site.get(`/api/activities/${id}/next-step`, { 'accept-language': locale })
    const { step, why: told } = answer.data(readNextStep)
    return [step, told]
  }
  const readableOf = async (id: ActivityId): Promise<string> =>
    (await site.get(`/EnrollFor/${id}`, inEnglish)).text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  test('because it has not begun sees when it will', async () => {
    const early = await createActivity(site, editionId)
    await createPhase(site, editionId, { activityId: early, opensAt: daysFromNoon(1), closesAt: daysFromNoon(2) })
    const opens = 'May 21, 2031, 20:00 (Beijing time)'
    expect(await why(early)).toEqual(['refused', `Enrollment has not opened yet. It opens ${opens}.`])
    expect(await why(early, 'zh-CN')).toEqual(['refused', '报名尚未开始，将于 2031年5月21日 20:00（北京时间）开放。'])
    expect(await readableOf(early)).toContain('May 21, 2031, 20:00')
  })

  test('because it is over sees since when', async () => {
    const late = await createActivity(site, editionId)
    await createPhase(site, editionId, { activityId: late, opensAt: daysFromNoon(-3), closesAt: daysFromNoon(-1) })
    expect(await why(late)).toEqual(['refused', 'Enrollment closed May 19, 2031, 20:00 (Beijing time).'])
    expect(await readableOf(late)).toContain('May 19, 2031, 20:00')
  })

  test('because all places are taken, or nobody knows when, is told that', async () => {
    const full = await createActivity(site, editionId, { capacity: 1 })
    await site.pool.query('update tally set taken = 1 where activity_id = $1', [full])
    expect(await why(full)).toEqual(['refused', 'All places are taken.'])
    await site.pool.query(`delete from phase where edition_id = $1 and activity_id is null`, [editionId])
    const open = await createActivity(site, editionId)
    expect(await why(open)).toEqual(['refused', 'The enrollment dates of this activity have not been announced yet.'])
    await createPhase(site, editionId, { opensAt: daysFromNoon(-5), closesAt: daysFromNoon(5) })
    site.clock.set(fixedNow)
    expect((await why(open))[0]).toBe('signIn')
  })
})
