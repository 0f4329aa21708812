import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Endpoint } from '@lectern/contract/endpoint.ts'

export interface EndpointName {
  /** As the contract exports it. */
  name: string
  /** The folder of the contract that it stands in. */
  feature: string
}

/** The same for the contract and for what is served, also where a copy of the endpoint is registered. */
export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/** The name of each endpoint is that of its export: reads the folders of the contract, so that none is typed twice. */
export const readEndpointNames = async (): Promise<ReadonlyMap<string, EndpointName>> => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@lectern/contract/endpoint.ts')))
  const names = new Map<string, EndpointName>()
  const files = globSync('*/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files.toSorted()) {
    const feature = dirname(file)
    if (feature === 'node_modules' || feature === 'testing') continue
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported))
      if (isEndpoint(value)) names.set(keyOf(value), { name, feature })
  }
  return names
}
