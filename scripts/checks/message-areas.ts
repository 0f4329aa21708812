import { areas, areasOf, isInArea } from '@lectern/messages/areas.ts'
import { isTest, type Check, type Problem, type ProjectFile } from './project.ts'
import { importsOf, nodesOf } from './syntax.ts'

type ByPath = ReadonlyMap<string, ProjectFile>

/** Each key that browsers may get, with the areas that contain it. */
const areasOfKeys = (files: readonly ProjectFile[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    files.flatMap(({ path, text }) => {
      const [, name] = /^messages\/zh-CN\/(.+)$/.exec(path) ?? []
      const own = name ? areas.filter((area) => isInArea(name, area)) : []
      return own.length > 0 ? Object.keys(JSON.parse(text) as object).map((key) => [key, own] as const) : []
    }),
  )

/** A page and everything that it imports, at once or later. */
const filesOfPage = (page: ProjectFile, byPath: ByPath): ProjectFile[] => {
  const paths = new Set([page.path])
  for (const path of paths)
    for (const { target, typeOnly } of importsOf(byPath.get(path)!))
      if (target && !typeOnly && /^web\/.*\.tsx?$/.test(target) && byPath.has(target)) paths.add(target)
  return [...paths].map((path) => byPath.get(path)!)
}

/** Areas that a file loads by itself: `learn(['form'])`. */
const learnedIn = ({ text }: ProjectFile): string[] =>
  [...text.matchAll(/\.learn\(\[([^\]]*)\]\)/g)].flatMap(([, list]) =>
    [...list!.matchAll(/'(\w+)'/g)].map(([, area]) => area!),
  )

/** Messages of a page that are in none of the areas that it loads: visitors would read their keys. */
export const findMissingAreas: Check = (files) => {
  const byPath: ByPath = new Map(files.map((file) => [file.path, file]))
  const areasOfKey = areasOfKeys(files)
  const keysOf = new Map<ProjectFile, string[]>()
  const keysIn = (file: ProjectFile): string[] => {
    const keys =
      keysOf.get(file) ??
      nodesOf(file).flatMap(({ type, value }) =>
        type === 'Literal' && typeof value === 'string' && areasOfKey.has(value) ? [value] : [],
      )
    keysOf.set(file, keys)
    return keys
  }
  const pages = files.filter((file) => /^web\/pages\/.+\.tsx$/.test(file.path) && !isTest(file))
  return pages.flatMap((page): Problem[] => {
    const name = page.path.slice('web/pages/'.length, -'.tsx'.length)
    const own = filesOfPage(page, byPath)
    const loaded = new Set<string>(['site', ...areasOf(name), ...own.flatMap(learnedIn)])
    return own.flatMap((file) =>
      [...new Set(keysIn(file))]
        .filter((key) => !areasOfKey.get(key)!.some((area) => loaded.has(area)))
        .map((key) => ({ path: file.path, why: `needs ${key}, but ${name} loads no area with it` })),
    )
  })
}
