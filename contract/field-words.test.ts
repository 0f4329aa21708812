import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { wordsAt } from './field-words.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'answer' in value

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('node_modules'),
)
const modules = await Promise.all(
  files.map((name) => import(/* @vite-ignore */ `./${name}`) as Promise<Record<string, unknown>>),
)
const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)

type Schema = z.ZodType

/** Paths of all fields of a body, nested ones included; one entry stands for a whole list. */
const pathsOf = (schema: Schema, path: string[] = []): string[][] => {
  const { innerType, in: input } = schema.def as { innerType?: Schema; in?: Schema }
  const inner = innerType ?? input
  if (inner) return pathsOf(inner, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, Schema>).flatMap(([name, field]) =>
      pathsOf(field, [...path, name]),
    )
  if (schema instanceof z.ZodArray) return [path, ...pathsOf(schema.element as Schema, [...path, '0'])]
  return [path]
}

const own = endpoints.flatMap(({ method, path, body }) => {
  const fields = body ? pathsOf(body) : []
  const missing = fields.flatMap((field) => {
    const words = wordsAt(body!, field)
    return words ? [[field.join('.'), words.required ?? words.invalid] as const] : []
  })
  return missing.length > 0 ? [[`${method} ${path}`, Object.fromEntries(missing)] as const] : []
})

const person = Object.fromEntries(
  ['nickname', 'realName', 'profile', 'country', 'province', 'city', 'address', 'school', 'department', 'title'].map(
    (name) => [name, `field.${name}.required`],
  ),
)
const password = { password: 'field.password.required' }
const contact = { contact: 'field.contact.required' }
const code = { code: 'field.code.required' }
const consents = { consents: 'field.consents.required' }
const secondFactor = { secondFactor: 'field.secondFactor.required' }
const furtherSteps = { ...secondFactor, ...consents }
const someone = { email: 'field.email.invalid', phone: 'field.phone.invalid' }
const activity = { code: 'validation.activityCode' }

const mailServer = {
  host: 'field.mailHost.required',
  port: 'field.mailPort.invalid',
  username: 'field.mailUsername.required',
  sender: 'field.mailSender.required',
}
const owner = { ownPassword: 'field.password.required', ...secondFactor }

it('each form has its own messages, and none of another form', () => {
  expect(endpoints.length).toBeGreaterThan(100)
  expect(Object.fromEntries(own)).toEqual({
    'POST /api/account/codes': contact,
    'POST /api/account/register': {
      username: 'field.username.required',
      ...password,
      ...contact,
      ...code,
      ...consents,
    },
    'POST /api/account/login': { identifier: 'field.identifier.required', ...password, ...furtherSteps },
    'POST /api/account/login/code': { ...contact, ...code, ...furtherSteps },
    'POST /api/account/login/passkey': consents,
    'POST /api/account/providers/:key/arrival': furtherSteps,
    'POST /api/account/providers/:key/link': password,
    'POST /api/account/arrivals/:state/account': {
      username: 'field.username.required',
      ...contact,
      ...code,
      ...consents,
    },
    'POST /api/account/passkeys/challenge': password,
    'PUT /api/account/passkeys/:id': { name: 'field.passkeyName.required' },
    'POST /api/account/passkeys/:id/removal': password,
    'PUT /api/account/password': {
      oldPassword: 'field.oldPassword.required',
      newPassword: 'field.newPassword.required',
    },
    'POST /api/account/password/reset': { ...contact, ...code, newPassword: 'field.newPassword.required' },
    'POST /api/account/contact/code': { ...contact, ...password },
    'PUT /api/account/contact': { ...contact, ...code },
    'POST /api/account/second-factor': password,
    'PUT /api/account/second-factor': code,
    'POST /api/account/second-factor/removal': password,
    'POST /api/account/second-factor/recovery-codes': password,
    'POST /api/account/deletion': { username: 'field.username.required', ...password, ...secondFactor },
    'PUT /api/user/user/:uid': person,
    'POST /api/users': {
      username: 'field.username.required',
      realName: 'field.realName.required',
      school: 'field.school.required',
      ...someone,
    },
    'PUT /api/users/:uid/contacts': someone,
    'PUT /api/settings/site': someone,
    'PUT /api/settings/mail': { ...mailServer, ...owner },
    'DELETE /api/settings/mail': owner,
    'PUT /api/settings/sign-in-providers/:key': {
      address: 'field.providerAddress.invalid',
      clientId: 'field.clientId.required',
      ...owner,
    },
    'DELETE /api/settings/sign-in-providers/:key': owner,
    'POST /api/settings/mail/test': mailServer,
    'POST /api/messages': contact,
    'POST /api/institutions/:id/officers': { name: 'field.realName.required', ...contact },
    'POST /api/activities': activity,
    'PUT /api/activities/:id': activity,
    'POST /api/activities/:id/copies': activity,
    'POST /api/activities/preview': { 'content.code': 'validation.activityCode' },
    'POST /api/office/beginning': { title: 'error.demo.titleDiffers', ...password, ...secondFactor },
  })
})

it('a field is found inside optional values and in the entries of a list', () => {
  const body = z.strictObject({ list: z.array(z.strictObject({ a: z.string().nullable().optional() })) })
  expect(wordsAt(body, ['list', 0, 'a'])).toBeUndefined()
  expect(wordsAt(body, ['list', 0, 'none', 'deeper'])).toBeUndefined()
  expect(wordsAt(body, ['__proto__'])).toBeUndefined()
})
