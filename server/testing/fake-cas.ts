import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeCas {
  address: string
  /** Signs somebody in, and returns the address that their browser is sent to. */
  login(departure: string, user: string, attributes?: Record<string, string>): string
  /** Answers the next checks so, whatever they ask. */
  answerWith(answer: { status?: number; headers?: Record<string, string>; body: string } | undefined): void
  /** Checks that arrived. */
  checks: URL[]
  close(): Promise<void>
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const casSuccess = (user: string, attributes: Record<string, string> = {}): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
  <cas:authenticationSuccess>
    <cas:user>${escape(user)}</cas:user>
    <cas:attributes>${Object.entries(attributes)
      .map(([name, value]) => `<cas:${name}>${escape(value)}</cas:${name}>`)
      .join('')}</cas:attributes>
  </cas:authenticationSuccess>
</cas:serviceResponse>`

const casFailure = (code: string): string =>
  `<cas:serviceResponse xmlns:cas='http://www.yale.edu/tp/cas'><cas:authenticationFailure code="${code}">no</cas:authenticationFailure></cas:serviceResponse>`

const loginPage = (
  service: string,
): string => `<!doctype html><html lang="en"><title>Campus</title><link rel="icon" href="data:,">
<form><input type="hidden" name="service" value="${escape(service).replaceAll('"', '&quot;')}"><input name="user" aria-label="User"><button>Sign in</button></form>`

/** A server that keeps to CAS 3: each ticket is good once, for the exact service it was issued for. */
export const startFakeCas = async (): Promise<FakeCas> => {
  const tickets = new Map<string, { service: string; user: string; attributes: Record<string, string> }>()
  const checks: URL[] = []
  let forced: Parameters<FakeCas['answerWith']>[0]
  const issueTicket = (service: string, user: string, attributes: Record<string, string> = {}): string => {
    const ticket = `ST-${randomBytes(12).toString('hex')}`
    tickets.set(ticket, { service, user, attributes })
    const back = new URL(service)
    back.searchParams.set('ticket', ticket)
    return back.href
  }
  /** For browsers: a form, and then back. */
  const answerLogin = ({ searchParams }: URL, response: ServerResponse): void => {
    const [service = '', user] = ['service', 'user'].map((name) => searchParams.get(name) ?? undefined)
    if (user !== undefined) return void response.writeHead(302, { location: issueTicket(service, user) }).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage(service))
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1')
    if (url.pathname === '/cas/login') return answerLogin(url, response)
    checks.push(url)
    if (forced) return void response.writeHead(forced.status ?? 200, forced.headers ?? {}).end(forced.body)
    const ticket = url.searchParams.get('ticket') ?? ''
    const issued = tickets.get(ticket)
    tickets.delete(ticket)
    const answer = !issued
      ? casFailure('INVALID_TICKET')
      : issued.service === url.searchParams.get('service')
        ? casSuccess(issued.user, issued.attributes)
        : casFailure('INVALID_SERVICE')
    response.writeHead(200, { 'content-type': 'application/xml' }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`,
    login: (departure, user, attributes) =>
      issueTicket(new URL(departure).searchParams.get('service')!, user, attributes),
    answerWith: (answer) => {
      forced = answer
    },
    checks,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
