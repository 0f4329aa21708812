import type { FastifyReply, FastifyRequest } from 'fastify'

/** 32 random bytes in base64url: anything else is no token and needs no query. */
const tokenPattern = /^[\w-]{43}$/

/** The session cookie. Over https its name binds it to this host and to encrypted connections. */
export interface SessionCookie {
  name: string
  find(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, token: string, maxAgeSeconds: number | undefined): void
  clear(reply: FastifyReply): void
}

export const createSessionCookie = (isSecure: boolean): SessionCookie => {
  const name = isSecure ? '__Host-lectern' : 'lectern'
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    find: ({ headers: { cookie = '' } }) => {
      for (const part of cookie.split(';')) {
        const [key, value] = part.trim().split('=', 2)
        if (key === name && value !== undefined && tokenPattern.test(value)) return value
      }
      return undefined
    },
    set: (reply, token, maxAgeSeconds) => {
      const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
      reply.header('set-cookie', `${name}=${token}${attributes}${age}`)
    },
    clear: (reply) => {
      reply.header('set-cookie', `${name}=${attributes}; Max-Age=0`)
      // Personal responses are never stored; this clears what a browser might keep anyway.
      reply.header('clear-site-data', '"cache"')
    },
  }
}
