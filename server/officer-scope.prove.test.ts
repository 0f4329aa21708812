import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  canary,
  canariesIn,
  createCanaryContest,
  type CanaryContest,
  type CanaryInstitution,
  type InstitutionCode,
} from './testing/canary-institutions.ts'
import { daysFromNoon } from './testing/contest.ts'
import { pdfSample } from './testing/document-samples.ts'
import { isInstalled } from './testing/find-program.ts'
import type { InstitutionOperation } from './testing/operations/areas.ts'
import type { TestPerson } from './testing/people.ts'
import { askPoppler } from './testing/poppler.ts'
import { readPdfText } from './testing/pdf-text.ts'
import { readZip } from './testing/read-zip.ts'
import { allAddresses } from './testing/route-samples.ts'
import { startSite, type TestSite } from './testing/site.ts'
import { keepTables } from './testing/table-digests.ts'
import { uploaderOf } from './testing/uploads.ts'

// Officers reach their own institution and those below, and nothing else, by any route.

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { enum?: string[] }
}

let site: TestSite
let contest: CanaryContest
let tables: Awaited<ReturnType<typeof keepTables>>
let described: Record<string, Record<string, { parameters: Parameter[] }>>

beforeAll(async () => {
  site = await startSite({ config: { trustProxy: ['127.0.0.1'] } })
  contest = await createCanaryContest(site)
  described = ((await site.get('/api/docs/openapi.json')).json() as { paths: typeof described }).paths
  tables = await keepTables(site)
})
afterAll(() => site.close())

let sent = 0
/** One address may not send as many requests as these tests. */
const nextNetwork = (): Record<string, string> => {
  sent += 1
  return { 'x-forwarded-for': `10.${(sent >> 14) & 255}.${(sent >> 6) & 255}.1` }
}

const hasPoppler = await isInstalled('pdftotext')

/** Everything that somebody can read in a response: headers, and the texts of what it contains. */
const textOf = async (response: Response): Promise<string> => {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${decodeURIComponent(value)}`).join('\n')
  const body = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (body.subarray(0, 5).toString() === '%PDF-')
    return headers + (hasPoppler ? (await askPoppler('pdftotext', body, '-raw')).toString() : await readPdfText(body))
  if (body.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    return headers + Object.values(readZip(body)).join('\n')
  return headers + (type.startsWith('image/') ? '' : body.toString())
}

describe('every route that reads', () => {
  /** What stands in parameters of addresses; the enumerated ones have all their values. */
  const valuesOf = ({ name, schema }: Parameter): readonly string[] => {
    const all = Object.values(contest.institutions)
    switch (name) {
      case 'search':
      case 'q':
      case 'text':
        return ['qz', canary('sa', 'team')]
      case 'above':
      case 'institution':
      case 'into':
      case 'parent':
        return all.map(({ id }) => id)
      case 'activity':
        return [contest.drafts, contest.handedIn]
      default:
        return schema.enum ?? []
    }
  }

  const isVaried = ({ name, required }: Parameter): boolean =>
    required === true || ['search', 'q', 'above', 'institution', 'parent'].includes(name)

  /** The query with all parameters that are needed, in every combination; and with each of the others that finds objects. */
  const queriesOf = (parameters: readonly Parameter[]): string[] => {
    const varied = parameters.filter((parameter) => parameter.in === 'query' && isVaried(parameter))
    let queries: string[][] = [[]]
    for (const parameter of varied) {
      const given = valuesOf(parameter).map((value) => `${parameter.name}=${encodeURIComponent(value)}`)
      const besides = parameter.required ? [] : queries
      queries = [...besides, ...queries.flatMap((query) => given.map((one) => [...query, one]))]
    }
    return queries.map((query) => (query.length > 0 ? `?${query.join('&')}` : ''))
  }

  /** A summary is asked for in the list of another institution, too. */
  const crossed = (template: string): string[] => {
    if (!template.includes('{summary}')) return []
    const all = Object.values(contest.institutions)
    return all.flatMap(({ handedIn: { list, summary } }) =>
      all.map((other) =>
        template
          .replace('{activity}', list.activity.id)
          .replace('{institution}', other.id)
          .replace('{summary}', summary),
      ),
    )
  }

  /** A stream; and a code that lets whoever has it into a team. */
  const skipped = ['/api/notices/live', '/api/joining/{code}']

  const addresses = async (): Promise<{ template: string; path: string }[]> => {
    const all: { template: string; path: string }[] = []
    for (const [template, { get }] of Object.entries(described)) {
      if (!get || skipped.includes(template)) continue
      const queries = queriesOf(get.parameters)
      for (const path of [...(await allAddresses(site, template)), ...crossed(template)])
        for (const query of queries) all.push({ template, path: path + query })
    }
    return all
  }

  /** What this reader was shown of institutions: `institution place` with the routes that showed it. */
  const shownTo = async (reader: TestPerson): Promise<Map<string, Set<string>>> => {
    const shown = new Map<string, Set<string>>()
    const all = await addresses()
    const readOne = async ({ template, path }: { template: string; path: string }): Promise<void> => {
      const headers = { ...reader.headers, ...nextNetwork() }
      const response = await fetch(site.url + path, { headers, redirect: 'manual' })
      expect([path, [429, 500, 503].includes(response.status)]).toEqual([path, false])
      // A refusal may repeat what was sent.
      const text = response.status < 400 ? await textOf(response) : ''
      if (response.status >= 400) await response.body?.cancel()
      for (const word of canariesIn(text)) shown.set(word, (shown.get(word) ?? new Set()).add(template))
    }
    while (all.length > 0) await Promise.all(all.splice(-20).map(readOne))
    return shown
  }

  /** What of other institutions somebody was shown. Everybody finds every institution by its name, to choose it. */
  const ofOthers = (shown: Map<string, Set<string>>, own: readonly InstitutionCode[]): string[] =>
    [...shown].flatMap(([word, routes]) => {
      const [code, place] = word.split(' ') as [InstitutionCode, string]
      const others = [...routes].filter((route) => !(place === 'name' && route.startsWith('/api/institution-choices')))
      return own.includes(code) || others.length === 0 ? [] : [`${word}: ${others.toSorted().join(' ')}`]
    })

  const missing = (shown: Map<string, Set<string>>, words: readonly string[]): string[] =>
    words.filter((word) => !shown.has(word))

  /** Places of an institution that its officers are shown, by lists, histories, exports, printed summaries and files. */
  const shownPlaces = [
    'name',
    'team',
    'captain',
    'worktitle',
    'remark',
    'quotareason',
    'extensionreason',
    'returnreason',
    'verdictreason',
    'stampedsummary',
    'stampedsummarycontent',
    'officerrealname',
    'invitedcontact',
  ]
  const placesOf = (...codes: InstitutionCode[]): string[] =>
    codes.flatMap((code) => shownPlaces.map((place) => `${code} ${place}`))

  test('shows an officer of a school that school, and nothing else', async () => {
    const shown = await shownTo(contest.institutions.na.officer)
    expect(missing(shown, placesOf('na'))).toEqual([])
    // Who of the province has decided about a list stands in the history of the list.
    const decider = 'n officerrealname: /api/recommendations/{activity}/{institution}/history'
    expect(ofOthers(shown, ['na'])).toEqual([decider])
  })

  test('shows an officer of a province that province and its schools, and nothing else', async () => {
    const shown = await shownTo(contest.institutions.n.officer)
    expect(missing(shown, [...placesOf('n', 'na', 'nb'), 'na officerlettercontent'])).toEqual([])
    expect(ofOthers(shown, ['n', 'na', 'nb'])).toEqual([])
  })

  test('shows a former officer nothing but the own profile', async () => {
    const shown = await shownTo(contest.institutions.na.former)
    const own = [...shown.keys()].filter((word) => word.startsWith('na former'))
    expect(own.length).toBeGreaterThan(3)
    for (const word of own) shown.delete(word)
    // In the copy of the own data it is named of what somebody was an officer.
    expect(ofOthers(shown, [])).toEqual(['na name: /api/account/data'])
  })

  test('leaves nothing of what institutions typed in the log', () => {
    expect(site.log.length).toBeGreaterThan(100)
    expect(canariesIn(site.logText())).toEqual([])
  })
})

describe('every route that changes something of institutions', () => {
  /** A request of somebody about an institution. */
  interface Write {
    method: string
    path: string
    body?: unknown
    /** A sheet. */
    sheet?: string
  }

  const draftPath = ({ draft: { list }, id }: CanaryInstitution): string =>
    `/api/recommendations/${list.activity.id}/${id}`
  const handedInPath = ({ handedIn: { list }, id }: CanaryInstitution): string =>
    `/api/recommendations/${list.activity.id}/${id}`
  const [dateBelow, until] = [daysFromNoon(1).toISOString(), daysFromNoon(4.75).toISOString()]

  /** `ok`, the name of the refusal, or that rows of a sheet are wrong. */
  const send = async (who: TestPerson, { method, path, body, sheet }: Write): Promise<string> => {
    const type: Record<string, string> = sheet === undefined ? {} : { 'content-type': 'text/csv' }
    const headers = { ...who.headers, ...nextNetwork(), ...type }
    const answer = await site.call(method, path, { headers, body: sheet ?? body })
    if (answer.status !== 200) return answer.failure().error
    const { problems = [] } = answer.data() as { problems?: { column: string }[] }
    return problems.length > 0 ? 'wrong' : 'ok'
  }

  type Attempt = (who: TestPerson, to: CanaryInstitution) => Promise<string>

  const sending =
    (write: (to: CanaryInstitution) => Write): Attempt =>
    (who, to) =>
      send(who, write(to))

  const sendScan: Attempt = async (who, to) => {
    const target = { activity: contest.drafts, institution: to.id }
    const announced = { size: scan.length, purpose: 'stampedSummary' as const, name: 'scan.pdf', target }
    const { answer } = await uploaderOf(site, who).begin(announced)
    return answer.status === 201 ? 'ok' : answer.failure().error
  }
  let scan: Buffer
  beforeAll(async () => {
    scan = await pdfSample(1)
    // Exports that were read are in the log.
    await tables.putBack()
  })

  const [notFound, aboveOnly, officersOnly] = [
    'institution.notFound',
    'recommendation.aboveOnly',
    'institution.officersOnly',
  ]
  const [ownEntry, noOfficer] = ['recommendation.ownEntry', 'officer.notFound']

  interface Tried {
    /**
     * What comes of it, for: an officer and a second one of the school; an officer of the school in a team of the
     * activity; the province above the school; the province itself; whoever was an officer; everybody beyond their reach.
     */
    outcomes: readonly [string, string, string, string, string, string]
    attempt: Attempt
  }

  const operations: Record<InstitutionOperation, Tried> = {
    'POST /api/recommendations/{activity}/{institution}/rows': {
      outcomes: ['ok', ownEntry, 'ok', 'ok', officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${draftPath(to)}/rows`,
        body: { entries: [to.draft.spare] },
      })),
    },
    'PUT /api/recommendations/{activity}/{institution}/rows': {
      outcomes: ['ok', ownEntry, 'ok', 'ok', officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'PUT',
        path: `${draftPath(to)}/rows`,
        body: { version: to.draft.list.version, rows: [{ entry: to.draft.listed, remark: 'Changed' }] },
      })),
    },
    'POST /api/recommendations/{activity}/{institution}/summaries': {
      outcomes: ['ok', ownEntry, 'ok', 'ok', officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${draftPath(to)}/summaries`,
        body: { version: to.draft.list.version },
      })),
    },
    'POST /api/recommendations/{activity}/{institution}/submissions': {
      outcomes: ['ok', ownEntry, 'ok', 'ok', officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${draftPath(to)}/submissions`,
        body: { version: to.draft.list.version, summary: to.draft.list.summary!.id },
      })),
    },
    'POST /api/recommendations/{activity}/{institution}/reminders': {
      outcomes: ['ok', ownEntry, officersOnly, 'ok', officersOnly, notFound],
      attempt: sending((to) => ({ method: 'POST', path: `${draftPath(to)}/reminders`, body: {} })),
    },
    'POST /api/recommendations/{activity}/{institution}/verdicts': {
      outcomes: [aboveOnly, aboveOnly, 'ok', aboveOnly, officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${handedInPath(to)}/verdicts`,
        body: { version: to.handedIn.list.version, verdicts: [{ entry: to.handedIn.listed, verdict: 'pass' }] },
      })),
    },
    'POST /api/recommendations/{activity}/{institution}/decision': {
      outcomes: [aboveOnly, aboveOnly, 'ok', aboveOnly, officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${handedInPath(to)}/decision`,
        body: { version: to.handedIn.list.version, decision: 'returned', reason: 'Once more' },
      })),
    },
    'POST /api/recommendations/{activity}/quotas': {
      outcomes: [aboveOnly, aboveOnly, 'ok', aboveOnly, notFound, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `/api/recommendations/${contest.drafts}/quotas`,
        body: { quotas: [{ institution: to.id, amount: 1 }], reason: 'One more' },
      })),
    },
    'POST /api/recommendations/{activity}/{institution}/extensions': {
      outcomes: [aboveOnly, aboveOnly, aboveOnly, aboveOnly, officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${draftPath(to)}/extensions`,
        body: { version: to.draft.list.version, until, reason: 'Storm' },
      })),
    },
    'POST /api/recommendations/{activity}/{institution}/extensions/revocation': {
      outcomes: [aboveOnly, aboveOnly, aboveOnly, aboveOnly, officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `${draftPath(to)}/extensions/revocation`,
        body: { version: to.draft.list.version },
      })),
    },
    'PUT /api/recommendations/{activity}/{institution}/date-below': {
      outcomes: [aboveOnly, aboveOnly, aboveOnly, 'ok', officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'PUT',
        path: `${draftPath(to)}/date-below`,
        body: { version: 0, until: dateBelow },
      })),
    },
    'POST /api/recommendations/{activity}/reminders': {
      outcomes: [aboveOnly, aboveOnly, aboveOnly, 'ok', officersOnly, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `/api/recommendations/${contest.drafts}/reminders`,
        body: { above: to.id, institutions: Object.values(contest.institutions).map(({ id }) => id) },
      })),
    },
    'POST /api/institutions/{id}/officers': {
      outcomes: [notFound, notFound, 'ok', notFound, notFound, notFound],
      attempt: sending((to) => ({
        method: 'POST',
        path: `/api/institutions/${to.id}/officers`,
        body: { name: 'Wei', contact: 'wei@example.org' },
      })),
    },
    'POST /api/officers/import': {
      outcomes: ['wrong', 'wrong', 'ok', 'wrong', 'wrong', 'wrong'],
      attempt: sending((to) => ({
        method: 'POST',
        path: '/api/officers/import?dryRun=false',
        sheet: `institution,name,contact\n${canary(to.code, 'name')},Wei,wei@example.org`,
      })),
    },
    'POST /api/officers/{id}/decision': {
      outcomes: [noOfficer, noOfficer, 'ok', noOfficer, noOfficer, noOfficer],
      attempt: sending((to) => ({
        method: 'POST',
        path: `/api/officers/${to.requested}/decision`,
        body: { decision: 'active', version: 1 },
      })),
    },
    'POST /api/officers/{id}/end': {
      outcomes: [noOfficer, noOfficer, 'ok', noOfficer, noOfficer, noOfficer],
      attempt: sending((to) => ({ method: 'POST', path: `/api/officers/${to.invited}/end`, body: { version: 1 } })),
    },
    'POST /api/uploads': {
      outcomes: ['ok', ownEntry, 'ok', 'ok', officersOnly, notFound],
      attempt: sendScan,
    },
  }
  /** A list that has not changed keeps its summary. */
  const unchanging: string[] = [
    'POST /api/recommendations/{activity}/{institution}/summaries',
  ] satisfies InstitutionOperation[]

  test('is refused beyond the reach of whoever asks, and then nothing is changed', async () => {
    const { na, nb, n, sa, s } = contest.institutions
    const beyondSchool = [nb, n, sa, s]
    /** As in the table. */
    const columns: readonly [TestPerson, readonly CanaryInstitution[]][][] = [
      [
        [na.officer, [na]],
        [na.second, [na]],
      ],
      [[na.participant, [na]]],
      [[n.officer, [na, nb]]],
      [[n.officer, [n]]],
      [[na.former, [na]]],
      [
        [na.officer, beyondSchool],
        [na.second, beyondSchool],
        [na.participant, beyondSchool],
        [na.former, beyondSchool],
        [n.officer, [sa, s]],
      ],
    ]
    const wrong: unknown[] = []
    for (const [name, { outcomes, attempt }] of Object.entries(operations)) {
      const cases = columns.flatMap((column, at) =>
        column.flatMap(([who, objects]) => objects.map((to) => ({ who, to, promised: outcomes[at]! }))),
      )
      const isAllowed = ({ promised }: (typeof cases)[number]): boolean => promised === 'ok'
      for (const { who, to, promised } of cases.filter((one) => !isAllowed(one))) {
        const outcome = await attempt(who, to)
        if (outcome !== promised) wrong.push([name, who.username, to.code, { outcome, promised }])
      }
      const changedByRefusals = await tables.putBack()
      if (changedByRefusals.length > 0) wrong.push([name, { changedByRefusals }])
      for (const { who, to } of cases.filter(isAllowed)) {
        const outcome = await attempt(who, to)
        const isChanged = (await tables.putBack()).length > 0
        if (outcome !== 'ok' || isChanged === unchanging.includes(name))
          wrong.push([name, who.username, to.code, { outcome, isChanged }])
      }
    }
    expect(wrong).toEqual([])
  })

  test('is for organisers, where it is about the directory and the rules', async () => {
    const { na, n } = contest.institutions
    const content = { code: null, name: { 'zh-CN': '新校' }, parentId: null, aliases: [] }
    const rules = { thing: 'none', by: 'school', provincesWriteQuotas: true, needsScan: false, version: 1 }
    const requests: Write[] = [na, n].flatMap(({ id }) => [
      { method: 'PUT', path: `/api/institutions/${id}`, body: { ...content, version: 1 } },
      { method: 'POST', path: `/api/institutions/${id}/state`, body: { state: 'closed', version: 1 } },
      { method: 'POST', path: `/api/institutions/${id}/merge`, body: { into: contest.institutions.nb.id, version: 1 } },
    ])
    requests.push(
      { method: 'POST', path: '/api/institutions', body: { ...content, kind: 'school' } },
      { method: 'POST', path: '/api/institutions/import?dryRun=false', sheet: 'name\n新校' },
      {
        method: 'POST',
        path: '/api/institution-spellings',
        body: { text: '新校', institutionId: na.id, asAlias: true },
      },
      { method: 'PUT', path: `/api/activities/${contest.drafts}/recommendation`, body: rules },
    )
    for (const who of [na.officer, n.officer])
      for (const request of requests)
        expect([request.path, await send(who, request)]).toEqual([request.path, 'access.refused'])
    expect(await tables.changedTables()).toEqual([])
  })
})
