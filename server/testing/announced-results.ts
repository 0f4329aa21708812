import type { ListStep } from '@lectern/contract/results/result-values.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import { daysFromNoon } from './contest.ts'
import { pdfSample, photoSample } from './document-samples.ts'
import { mediaSample } from './media-samples.ts'
import { createPerson } from './people.ts'
import { resultsOffice, settledActivity } from './results.ts'
import type { TestSite } from './site.ts'
import { createWorkActivity, testPart, testRules } from './works.ts'

const said = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })

/** A film, a picture and a plan that everybody may see, and a text that only experts read. */
export const galleryRules: WorkRules = {
  ...testRules,
  blind: false,
  parts: [
    testPart('film', { kind: 'video', label: said('教学视频', 'Film'), forPublic: true }),
    testPart('photo', { kind: 'image', label: said('课堂照片', 'Photo'), forPublic: true }),
    testPart('plan', { label: said('教学设计', 'Lesson plan'), forPublic: true }),
    testPart('idea', { kind: 'text', label: said('设计思路', 'Idea') }),
  ],
}

const filesOf = async () => [
  { part: 'film', name: '王小明-最终版.mp4', type: 'video/mp4', content: await mediaSample('lesson.mp4') },
  { part: 'photo', name: 'IMG_0001.jpg', type: 'image/jpeg', content: await photoSample('jpeg') },
  { part: 'plan', name: '教案.pdf', type: 'application/pdf', content: await pdfSample(2) },
]

interface Given {
  /** How many works. The second one has less points than the third, all others one less than the one before. */
  works: number
  titles?: readonly string[]
  rules?: Partial<PrizeRules>
}

/** An activity with a settled round; its works may be published, except the third. */
export const activityWithResults = async (
  site: TestSite,
  editionId: Parameters<typeof createWorkActivity>[1],
  { works, titles = [], rules = {} }: Given,
  values: Parameters<typeof createWorkActivity>[2] = {},
) => {
  const activityId = await createWorkActivity(site, editionId, { rules: galleryRules, ...values })
  const files = await filesOf()
  const organiser = await createPerson(site, { access: 'admin' })
  const second = await createPerson(site, { access: 'admin' })
  const activity = await settledActivity(site, {
    editionId,
    activityId,
    organiser,
    scores: [95, 93, 94, ...Array.from({ length: works }, (_, at) => 92 - at)].slice(0, works),
    comments: ['思路清晰，目标明确。', '实验很有创意。', '节奏可以再慢一些。'],
    works: Array.from({ length: works }, (_, at) => ({
      title: titles[at] ?? `作品甲${at + 1}号`,
      teamName: `团队${at + 1}`,
      school: at % 2 === 0 ? '江州一中' : '云泽实验小学',
      parts: galleryRules.parts,
      files: at < 4 ? files : [],
      isLicensed: at !== 2,
      names: [
        { role: 'captain' as const, name: `王老师${at + 1}` },
        { role: 'advisor' as const, name: `李导师${at + 1}` },
      ],
    })),
  })
  const office = resultsOffice(site, activity)
  const step = async (name: ListStep, more: Parameters<typeof office.step>[1] = {}) => {
    const answer = await office.step(name, more)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`)
  }
  await office.save(rules)
  const compute = async (reason?: string) => {
    const { id } = await office.compute(reason)
    await step('propose')
    await step('confirm', { as: second })
    return id
  }
  return {
    ...activity,
    office,
    compute,
    step,
    publicise: () => step('publicise', { until: daysFromNoon(7).toISOString() }),
    /** Requires that the publicity has ended. */
    announce: async (at?: Date) => {
      await step('finalise')
      await step('announce', at ? { at: at.toISOString() } : {})
    },
  }
}
