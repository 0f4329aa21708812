import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Endpoint } from '@lectern/contract/endpoint.ts'

const root = join(import.meta.dirname, '../../..')

/** Sent with forms, and typed by nobody. */
const unseen = new Set(['version', 'id', 'uid', 'kind', 'editionId', 'basedOn', 'passkey'])

/** What people choose from what there is, or do not change here: it is never wrong. */
const chosen: Record<string, readonly string[]> = {
  beginSite: ['content', 'teamsOfOthers'],
  createIssue: ['source'],
  createPhase: ['things'],
  createRound: ['copyOf', 'edition'],
  createTemplate: ['copyOf'],
  // Decided by buttons; the dialog of reasons shows its own problem.
  decideOfficer: ['decision', 'reason'],
  endOfficer: ['reason'],
  moveInstitution: ['state'],
  // The editor of pages finds the fields of its sections itself.
  savePageDraft: ['sections'],
  savePhase: ['things'],
  saveSignInProvider: ['isNew'],
  testAnnouncement: ['recipient'],
  updateUser: ['avatar', 'institutionId', 'hasPassword', 'isComplete', 'lacksSecondFactor', 'duties', 'activities'],
}

/** Forms of the office that show problems at their fields. */
const forms = globSync('web/{features,pages/office}/**/*.tsx', { cwd: root })
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ path, text }) => /\buseOfficeForm\(|<ContentEditor</.test(text) && !path.includes('/admin-ui/'))

/** The endpoints with a body that a file imports. */
const endpointsOf = async (text: string): Promise<{ name: string; keys: string[] }[]> => {
  const imports = [...text.matchAll(/import \{([^}]*)\} from '@lectern\/contract\/([^']+)'/g)]
  const endpoints = await Promise.all(
    imports.map(async ([, names, file]) => {
      const module = (await import(/* @vite-ignore */ join(root, 'contract', file!))) as Record<
        string,
        Partial<Endpoint> | undefined
      >
      return names!
        .split(',')
        .map((name) => name.trim())
        .flatMap((name) => {
          const { shape } = (module[name]?.body ?? {}) as { shape?: object }
          return shape ? [{ name, keys: Object.keys(shape) }] : []
        })
    }),
  )
  return endpoints.flat()
}

/** Names of inputs: as an attribute, in a list that inputs are made of, or given to a function that makes one. */
const inputName = /(?:[nN]ame=\{?\[?|[[,]\s*|(?<!\b(?:label|t|text))\(\s*)['"](\w+)['"]/g

/** Components with inputs that several features use. */
const sharedInputs = (text: string): string[] =>
  [...text.matchAll(/'[./]+\/admin-ui\/(components\/[\w-]+\.tsx)'/g)].map(([, file]) =>
    readFileSync(join(import.meta.dirname, file!), 'utf8'),
  )

/** The names of inputs in a form, the files beside it and the shared components that it uses. */
const namesAround = (path: string, text: string): Set<string> => {
  const folder = path.startsWith('web/features/') ? path.split('/').slice(0, 3).join('/') : dirname(path)
  const texts = globSync(`${folder}/**/*.tsx`, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  return new Set(
    [...texts, ...sharedInputs(text)].flatMap((one) => [...one.matchAll(inputName)].map(([, name]) => name!)),
  )
}

it('every field that a form of the office sends has an input where its problem is shown', async () => {
  expect(forms.length).toBeGreaterThan(20)
  const lost: string[] = []
  for (const { path, text } of forms) {
    const names = namesAround(path, text)
    for (const { name, keys } of await endpointsOf(text))
      lost.push(
        ...keys
          .filter((key) => !unseen.has(key) && !chosen[name]?.includes(key) && !names.has(key))
          .map((key) => `${path}: ${key} of ${name}`),
      )
  }
  expect(lost).toEqual([])
})
