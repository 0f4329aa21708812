import { catalogue } from './errors.ts'
import { showTypes } from './show-types.ts'

const presentations = new Map(Object.entries(showTypes).map(([name, number]) => [number as number, name]))

const rowOf = (
  [name, { code, status, showType, params }]: [string, (typeof catalogue)[keyof typeof catalogue]],
  texts: Record<string, string>,
): string => {
  const names = Object.entries(params).map(([key, kind]) => `\`${key}\` (${kind})`)
  const text = (texts[`error.${name}`] ?? '').replaceAll('|', String.raw`\|`)
  return `| \`${name}\` | ${code} | ${status} | ${presentations.get(showType)} | ${names.join(', ')} | ${text} |`
}

/** The catalogue as Markdown, with the messages of one language. */
export const errorsPage = (texts: Record<string, string>): string =>
  [
    '# Errors',
    '',
    'Every failed call is answered with an envelope whose `data.error` is one of these names. This page is made from',
    '`contract/errors.ts`; after a change there, `npm run errors-page` makes it anew.',
    '',
    '| Name | Code | HTTP | Shown as | Parameters | Message |',
    '| --- | --- | --- | --- | --- | --- |',
    ...Object.entries(catalogue).map((entry) => rowOf(entry, texts)),
    '',
  ].join('\n')
