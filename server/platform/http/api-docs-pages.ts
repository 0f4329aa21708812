import { catalogue } from '@lectern/contract/errors.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: { type?: string; enum?: string[]; default?: unknown }
}

type Content = Record<string, { schema: unknown }>

interface Operation {
  operationId?: string
  summary: string
  tags?: string[]
  security?: unknown[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export interface Description {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

export const docsPath = '/api/docs'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const schemaBlock = (title: string, content: Content | undefined): string => {
  const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(content ?? {})
  if (schema === undefined) return ''
  const label = type === 'application/json' ? title : `${title}: ${escape(type)}`
  return `<details><summary>${label}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`
}

const parameterRow = ({ name, in: place, required, schema }: Parameter): string =>
  `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${escape(schema.enum?.join(' · ') ?? schema.type ?? '')}${
    schema.default === undefined ? '' : ` (default ${escape(String(schema.default))})`
  }</td></tr>`

const parameterTable = (parameters: readonly Parameter[]): string =>
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th>Parameter</th><th>Where</th><th>Values</th></tr></thead><tbody>${parameters.map(parameterRow).join('')}</tbody></table>`

const isNamed = (parameter: Operation['parameters'][number]): parameter is Parameter => 'name' in parameter

const section = (path: string, method: string, operation: Operation): string => `
  <section id="${escape(operation.operationId ?? `${method}-${path}`)}">
    <h2><code>${method.toUpperCase()}</code> ${escape(path)}</h2>
    <p>${escape(operation.summary)}${operation.security?.length === 0 ? '' : ` <em>Needs a session${operation.security ? ' or a token' : ''}.</em>`}</p>
    ${parameterTable(operation.parameters.filter(isNamed))}
    ${schemaBlock('Body', operation.requestBody?.content)}
    ${schemaBlock('Answer', operation.responses['200']?.content)}
  </section>`

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern · ${title}</title><link rel="stylesheet" href="${docsPath}/style.css"></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>`

const back = `<p><a href="${docsPath}">All features</a></p>`

/** The features with their number of operations, and where the rest stands. */
export const indexPage = ({ tags }: Description): string =>
  page(
    'Interface over HTTP',
    `<p>Every answer is an envelope: <code>code</code>, <code>status</code>, <code>message</code>, <code>msg</code>, <code>data</code>.
Texts follow <code>Accept-Language</code>. The same as a machine reads it: <a href="${docsPath}/openapi.json">openapi.json</a> (OpenAPI 3.1).
What can go wrong: <a href="${docsPath}/errors">errors</a>.</p>
<ul>${tags.map(({ name, description }) => `<li><a href="${docsPath}/${name}">${name}</a> · ${escape(description)}</li>`).join('')}</ul>`,
  )

const referencePattern = /#\/components\/schemas\/(\w+)/g

/** Components that are referred to, also by each other. */
const componentsOf = (text: string, { components: { schemas } }: Description): Map<string, unknown> => {
  const referred = new Map<string, unknown>()
  const read = (part: string): void => {
    for (const [, name = ''] of part.matchAll(referencePattern)) {
      if (referred.has(name) || name === 'Failure') continue
      referred.set(name, schemas[name])
      read(JSON.stringify(schemas[name]))
    }
  }
  read(text)
  return referred
}

/** The operations of one feature. */
export const featurePage = (description: Description, feature: string): string => {
  const sections = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(feature))
      .map(([method, operation]) => section(path, method, operation)),
  )
  const components = [...componentsOf(sections.join(''), description)].map(
    ([name, schema]) =>
      `<section id="${name}"><h2>${name}</h2><pre>${escape(JSON.stringify(schema, null, 2))}</pre></section>`,
  )
  return page(`Interface over HTTP: ${escape(feature)}`, back + sections.join('') + components.join(''))
}

export const errorsPage = (): string => {
  const rows = Object.entries(catalogue).map(
    ([name, { code, status }]) => `<tr><td><code>${name}</code></td><td>${code}</td><td>${status}</td></tr>`,
  )
  return page(
    'Errors',
    `${back}<table><thead><tr><th>Name</th><th>Code</th><th>HTTP</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}

export const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{margin:0}main{max-width:56rem;margin:auto;padding:2rem 1rem}
section{border-top:1px solid #8884;padding:.5rem 0 1rem}h2{font-size:1.1rem;overflow-wrap:anywhere}h2 code{background:#1668dc;color:#fff;border-radius:4px;padding:.15rem .5rem;font-size:.85rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8883;vertical-align:top}pre{overflow:auto;background:#8881;padding:1rem;border-radius:6px}`
