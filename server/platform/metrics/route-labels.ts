import { METHODS } from 'node:http'

const methods = new Set(METHODS)

export const methodLabel = (method: string | undefined): string =>
  method !== undefined && methods.has(method) ? method : 'other'

/** The template of a route; an address without one must not become a label. */
export const routeLabel = (template: string | undefined): string => template ?? 'none'

/** `/api/works/:id/files` belongs to `/api/works`: durations are told for few groups, because each has many lines. */
export const groupLabel = (template: string | undefined): string =>
  template === undefined ? 'none' : template.split('/', 3).join('/') || '/'
