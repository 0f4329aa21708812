import type { IncomingMessage } from 'node:http'
import { browserRequests } from '../../platform/storage/bucket-access.ts'

const valuesIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value = '']) => value)

/** Which pages of other sites may use a bucket: none before rules are set. */
export const createCorsRules = () => {
  let stored: string | undefined
  return {
    read: (): string | undefined => stored,
    replace: (xml: string): void => {
      stored = xml
    },
    /** As `portal bucket-setup` does. */
    allow: (origin: string): void => {
      const tags = (name: string, values: readonly string[]): string =>
        values.map((value) => `<${name}>${value}</${name}>`).join('')
      const { methods, headers, exposed } = browserRequests
      stored = `<CORSConfiguration><CORSRule>${tags('AllowedOrigin', [origin])}${tags('AllowedMethod', methods)}${tags('AllowedHeader', headers)}${tags('ExposeHeader', exposed)}</CORSRule></CORSConfiguration>`
    },
    /** Headers of the answer; undefined: no rule allows the request. */
    headersFor: ({ headers, method }: IncomingMessage): Record<string, string> | undefined => {
      const { origin } = headers
      if (origin === undefined || stored === undefined) return undefined
      const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method
      const names = (headers['access-control-request-headers'] ?? '')
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean)
      const rule = [...stored.matchAll(/<CORSRule>(.*?)<\/CORSRule>/gs)]
        .map(([, xml = '']) => xml)
        .find((xml) => {
          const allowed = valuesIn(xml, 'AllowedHeader').map((name) => name.toLowerCase())
          return (
            valuesIn(xml, 'AllowedOrigin').includes(origin) &&
            valuesIn(xml, 'AllowedMethod').includes(String(wanted)) &&
            names.every((name) => allowed.includes(name))
          )
        })
      if (rule === undefined) return undefined
      return {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': valuesIn(rule, 'AllowedMethod').join(', '),
        ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
        'access-control-expose-headers': valuesIn(rule, 'ExposeHeader').join(', '),
        vary: 'origin',
      }
    },
  }
}
