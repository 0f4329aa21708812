import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, SiteModule } from '@lectern/contract/site.ts'

const buildDirectory = join(import.meta.dirname, '../../build')

export const browserDirectory = join(buildDirectory, 'browser')

/** The built pages: the bundle that renders them and the list of files that browsers need. */
export interface Site {
  /** Loaded for each render: the development server replaces it when a source file changes. */
  load(): Promise<SiteModule>
  manifest: Manifest
  build: string
}

export const loadSite = async (): Promise<Site> => {
  const [manifest, stamp] = await Promise.all([
    readFile(join(browserDirectory, '.vite/manifest.json'), 'utf8'),
    readFile(join(buildDirectory, 'stamp.json'), 'utf8'),
  ])
  const module: SiteModule = await import(pathToFileURL(join(buildDirectory, 'server/entry-server.js')).href)
  return { load: async () => module, manifest: JSON.parse(manifest), build: JSON.parse(stamp).build }
}
