import { isCode, isTest, type Check, type Problem, type ProjectFile } from './project.ts'
import { importsOf } from './syntax.ts'

interface Room {
  /** Files of the room; the first matching room applies. */
  files: RegExp
  /** What they may import from the project, besides their own room. */
  may: readonly RegExp[]
  /** What they may import as types only. */
  mayName?: readonly RegExp[]
}

const contract = /^contract\//
const messages = /^messages\//
const styles = /^web\/.*\.(css|svg)$/
/** What a kind of adapters has in common, such as `adapters/scanner/scanner.ts`; which of them is used, `installation.ts` knows. */
const adapterInterface = /^server\/adapters\/([\w-]+)\/\1\.ts$/
const shared = [contract, messages, styles]

/** The rooms of the project, as in ARCHITECTURE.md. */
const rooms: readonly Room[] = [
  { files: contract, may: [] },
  { files: messages, may: [], mayName: [/^build\/message-files\.ts$/] },

  {
    files: /^web\/(vite\.config|parse-messages|inline-endpoints)\.ts$/,
    may: [contract, messages, /^web\/(parse-messages|inline-endpoints)\.ts$/],
  },
  { files: /^web\/entry-\w+\.tsx$/, may: [...shared, /^web\//] },
  { files: /^web\/routes\.tsx$/, may: [], mayName: [/^web\//] },
  { files: /^web\/office-routes\.ts$/, may: [/^web\/routes\.tsx$/], mayName: [/^web\//] },
  { files: /^web\/request\//, may: shared },
  { files: /^web\/router\//, may: shared, mayName: [/^web\/request\//] },
  { files: /^web\/ui\//, may: [...shared, /^web\/router\/link\.tsx$/] },
  { files: /^web\/features\//, may: [...shared, /^web\/(request|router|ui)\//] },
  {
    files: /^web\/app\//,
    may: [...shared, /^web\/(request|router|ui|features|pages)\//, /^web\/(office-routes\.ts|routes\.tsx)$/],
  },
  { files: /^web\/pages\//, may: [...shared, /^web\/(request|router|ui|features|app)\//, /^web\/routes\.tsx$/] },

  { files: /^server\/(config|config-clamd|config-sign-in|version)\.ts$/, may: [contract] },
  {
    files: /^server\/adapters\//,
    may: [contract, messages, /^server\/platform\//],
    mayName: [/^server\/config(-clamd)?\.ts$/],
  },
  {
    files: /^server\/platform\//,
    may: [contract, messages],
    mayName: [/^server\/config\.ts$/, adapterInterface],
  },
  {
    files: /^server\/features\//,
    may: [contract, messages, /^server\/platform\//, adapterInterface],
    mayName: [/^server\/config\.ts$/],
  },
  {
    files: /^server\/pages\//,
    may: [contract, messages, /^server\/(platform|features)\//],
    mayName: [/^server\/config\.ts$/],
  },
  {
    // The demo is stored like any other content.
    files: /^server\/database\/seed\//,
    may: [contract, messages, /^server\/(platform|database)\//, /^server\/features\/[\w-]+\/(service|tables)\.ts$/],
  },
  {
    files: /^server\/database\//,
    may: [contract, messages, /^server\/platform\//, /^server\/features\/([\w-]+\/tables|files\/seed-file)\.ts$/],
    mayName: [/^server\/features\//],
  },
  { files: /^server\//, may: [contract, messages, /^server\//] },

  { files: /^scripts\//, may: [contract, /^messages\//] },
]

/** Tests may import what they test and the test support; never the other side of the wire. */
const testRooms: readonly Room[] = [
  { files: contract, may: [contract] },
  { files: /^web\//, may: [...shared, /^web\//] },
  { files: /^server\//, may: [contract, messages, /^server\//] },
  { files: /^scripts\//, may: [contract, messages, /^scripts\//] },
  { files: /^(e2e|bench)\//, may: [contract, messages, /^server\//, /^e2e\//, /^bench\//] },
]

/** Entry points: importing one would start it. */
const entryPoints =
  /^(server\/(main|cli)\.ts|web\/entry-\w+\.tsx|scripts\/(start|test|dev|bench|audit|prove|portal)\.mjs)$/

const featureOf = (path: string): string | undefined => /^server\/features\/([^/]+)\//.exec(path)?.[1]

/** A feature may use another's service and tables; all other files are private. */
const entersForeignFeature = (path: string, target: string): boolean => {
  const [own, other] = [featureOf(path), featureOf(target)]
  return (
    own !== undefined &&
    other !== undefined &&
    own !== other &&
    !/^server\/features\/[^/]+\/(service|tables)\.ts$/.test(target)
  )
}

const roomOf = (path: string, list: readonly Room[]): Room | undefined => list.find(({ files }) => files.test(path))

/** What a screen may import from a module of the contract. */
interface Schemas {
  holdsZod(path: string): boolean
  isEndpoint(path: string, name: string): boolean
}

const checkImports = (file: ProjectFile, { holdsZod, isEndpoint }: Schemas): Problem[] => {
  const room = roomOf(file.path, isTest(file) ? testRooms : rooms)
  if (!room) return []
  const isScreen = file.path.startsWith('web/') && !isTest(file)
  return importsOf(file).flatMap(({ target, line, typeOnly, values }) => {
    if (!target) return []
    const problem = (why: string): Problem[] => [{ path: file.path, line, why }]
    const mayName = room.mayName?.some((pattern) => pattern.test(target)) ?? false
    const may = roomOf(target, rooms) === room || room.may.some((pattern) => pattern.test(target))
    if (entryPoints.test(target)) return problem(`imports ${target}, where a program begins`)
    if (!isTest(file) && isTest({ path: target })) return problem(`imports ${target}, which only tests may`)
    if (entersForeignFeature(file.path, target))
      return problem(`imports ${target}: of another feature only service.ts and tables.ts`)
    if (!may && !(mayName && typeOnly)) return problem(`may not import ${target}${mayName ? ' but as a type' : ''}`)
    // The build replaces endpoints by their method and path.
    const isOfEndpoints = values?.every((name) => isEndpoint(target, name)) ?? false
    if (isScreen && !typeOnly && holdsZod(target) && !isOfEndpoints)
      return problem(`imports ${target} with zod in it: endpoints or \`import type\`, zod stays out of the browser`)
    return []
  })
}

type Graph = Map<string, string[]>

/** Which files load which at run time; type imports do not count. */
const graphOf = (files: readonly ProjectFile[]): Graph =>
  new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ from, target, typeOnly }) => (typeOnly ? [] : [target ?? from])),
    ]),
  )

const reaches = (graph: Graph, start: string, goal: string, seen = new Set<string>()): boolean => {
  if (start === goal) return true
  if (seen.has(start)) return false
  seen.add(start)
  return (graph.get(start) ?? []).some((next) => reaches(graph, next, goal, seen))
}

/** Each cycle once, starting at its alphabetically first file. */
const findCircles = (graph: Graph): Problem[] => {
  const done = new Set<string>()
  const circles = new Map<string, string[]>()
  const walk = (path: string, trail: string[]): void => {
    const position = trail.indexOf(path)
    if (position >= 0) {
      const circle = trail.slice(position)
      circles.set(circle.toSorted().join(' '), circle)
      return
    }
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) walk(path, [])
  return [...circles.values()].map((circle) => ({
    path: circle[0]!,
    why: `imports itself in a circle: ${[...circle, circle[0]].join(' → ')}`,
  }))
}

const officeCode = /^web\/features\/(admin-ui|[^/]+\/office)\//

/** Visitors never download code of the office: no page outside it imports any, not even through other files. */
const findOfficeInPages = (graph: Graph): Problem[] => {
  const importOffice = (path: string, seen: Set<string>): Problem[] =>
    (graph.get(path) ?? []).flatMap((target) => {
      if (officeCode.test(target)) return [{ path, why: `imports ${target}, and a page outside the office needs it` }]
      if (seen.has(target)) return []
      seen.add(target)
      return importOffice(target, seen)
    })
  const seen = new Set<string>()
  return [...graph.keys()]
    .filter((path) => /^web\/pages\/(?!office\/)/.test(path) && !isTest({ path }))
    .flatMap((path) => {
      if (seen.has(path)) return []
      seen.add(path)
      return importOffice(path, seen)
    })
}

export const findBrokenImports: Check = (files) => {
  const code = files.filter(isCode)
  const graph = graphOf(code)
  const holdsZod = (path: string): boolean => contract.test(path) && reaches(graph, path, 'zod')
  const texts = new Map(code.map(({ path, text }) => [path, text]))
  const isEndpoint = (path: string, name: string): boolean =>
    ['endpoint({', 'endpoints.'].some((start) => texts.get(path)?.includes(`export const ${name} = ${start}`))
  const schemas = { holdsZod, isEndpoint }
  return [...code.flatMap((file) => checkImports(file, schemas)), ...findCircles(graph), ...findOfficeInPages(graph)]
}
