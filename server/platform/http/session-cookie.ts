import type { FastifyReply, FastifyRequest } from 'fastify'

/** 32 random bytes in base64url: anything else is no token and needs no query. */
const tokenPattern = /^[\w-]{43}$/

/** The session cookie. Over https its name binds it to this host and to encrypted connections. */
export interface SessionCookie {
  name: string
  find(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, token: string, maxAgeSeconds: number | undefined): void
  clear(reply: FastifyReply): void
  /** A random name of the browser until it is closed: what one browser begins, no other finishes. */
  findBrowser(request: FastifyRequest): string | undefined
  setBrowser(reply: FastifyReply, token: string): void
}

const findIn = ({ headers: { cookie = '' } }: FastifyRequest, name: string): string | undefined => {
  for (const part of cookie.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined && tokenPattern.test(value)) return value
  }
  return undefined
}

export const createSessionCookie = (isSecure: boolean): SessionCookie => {
  const name = isSecure ? '__Host-lectern' : 'lectern'
  const browserName = `${name}-browser`
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    find: (request) => findIn(request, name),
    set: (reply, token, maxAgeSeconds) => {
      const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
      reply.header('set-cookie', `${name}=${token}${attributes}${age}`)
    },
    clear: (reply) => {
      reply.header('set-cookie', `${name}=${attributes}; Max-Age=0`)
      // Personal responses are never stored; this clears what a browser might keep anyway.
      reply.header('clear-site-data', '"cache"')
    },
    findBrowser: (request) => findIn(request, browserName),
    setBrowser: (reply, token) => void reply.header('set-cookie', `${browserName}=${token}${attributes}`),
  }
}
