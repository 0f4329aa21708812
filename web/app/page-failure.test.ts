import { findTeams } from '@lectern/contract/teams/office-teams.ts'
import { expect, test } from 'vitest'
import { createClient } from '../request/client.ts'
import { redirectOnFailure } from '../request/page-failure.ts'
import { createRequest } from '../request/request.ts'
import { answering, json, recordingHost } from '../request/testing/recording-host.ts'
import { createRouter, loadPlace } from '../router/router.ts'
import { failureMark, failureMessage } from './failure-status.ts'

const Nothing = () => null
const routes = [
  { path: '/', file: 'home' },
  { path: '/mine', file: 'page', personal: true as const },
  { path: '/open', file: 'page' },
]

/**
 * What the user sees when the server responds to a page's request like this: toasts, redirects, or the error screen.
 */
const outcomeOf = async (pathname: string, answer: Response): Promise<unknown[][]> => {
  const { host, seen } = recordingHost(answering(() => answer).fetch)
  const client = createClient(createRequest(host))
  const left = Promise.withResolvers<void>()
  const options = {
    routes,
    missing: '',
    base: '/',
    client,
    loadModule: async () => ({ default: Nothing, loader: () => client(findTeams, {}, { skipErrorHandler: true }) }),
    admit: async () => true,
    onFailure: async (error: unknown, route: { personal?: true | 'visitor' } | undefined) => {
      const redirectToSignIn = () => void seen.push(['signIn'])
      if (!redirectOnFailure({ ...host, redirectToSignIn }, error, route?.personal === true)) return
      left.resolve()
      await new Promise(() => {})
    },
  }
  const home = { pathname: '/', search: '' }
  const router = createRouter(options, { place: home, screen: await loadPlace(options, home, { data: undefined }) })
  await Promise.race([router.show({ pathname, search: '' }), left.promise])
  const { screen } = router.state
  if (screen.kind === 'failed') seen.push(['screen', failureMark(screen.error), failureMessage(screen.error)])
  return seen
}

const failure = (showType: number | undefined, code = 20101) => ({
  code,
  status: 1,
  message: 'It is gone.',
  msg: 'It is gone.',
  data: { error: 'news.notFound', showType },
})
const bare = (status: number) => new Response('', { status })
const screen = (mark: string, message?: string) => [['screen', mark, message]]
const away = [['redirect', '/exception?errorCode=20101&errorMessage=It+is+gone.']]
const invalid = { ...failure(2, 10001), data: { error: 'request.invalid', showType: 2 } }

test.each<{ says: string; answer: () => Response; personal: unknown[][]; open?: unknown[][] }>([
  { says: 'showType 0', answer: () => json(failure(0)), personal: screen('20101', 'It is gone.') },
  { says: 'showType 1', answer: () => json(failure(1)), personal: screen('20101', 'It is gone.') },
  {
    says: 'showType 2, HTTP 404',
    answer: () => json(failure(2), { status: 404 }),
    personal: screen('404', 'It is gone.'),
  },
  { says: 'showType 4', answer: () => json(failure(4)), personal: screen('20101', 'It is gone.') },
  { says: 'showType 9', answer: () => json(failure(9)), personal: away },
  { says: 'showType 9, HTTP 500', answer: () => json(failure(9), { status: 500 }), personal: away },
  {
    says: 'code 4002',
    answer: () => json({ code: 4002, status: 401, message: 'Nobody' }, { status: 401 }),
    personal: [['signIn']],
    open: screen('401'),
  },
  {
    says: 'code 4002, HTTP 200',
    answer: () => json({ code: 4002, status: 0, message: 'Nobody' }),
    personal: [['signIn']],
    open: screen('4002'),
  },
  { says: 'code 401', answer: () => json({ code: 401, message: 'Over' }), personal: [['signIn']] },
  { says: 'status 302', answer: () => json({ status: 302, msg: 'Over' }), personal: [['signIn']] },
  {
    says: 'a bare 401',
    answer: () => bare(401),
    personal: [
      ['error', 'no permission (token, user name or password wrong)', 'Request error 401: /api/teams'],
      ['signIn'],
    ],
  },
  { says: 'a bare 403', answer: () => bare(403), personal: screen('403', 'authorized but forbidden') },
  { says: 'a bare 404', answer: () => bare(404), personal: screen('404', 'record does not exist') },
  { says: 'a bare 422', answer: () => bare(422), personal: screen('422', 'validation error on create') },
  {
    says: 'an id that cannot be one',
    answer: () => json(invalid, { status: 422 }),
    personal: screen('404', 'It is gone.'),
  },
  { says: 'a bare 502', answer: () => bare(502), personal: screen('502', 'gateway error') },
  { says: 'no code, status 7', answer: () => json({ status: 7, msg: 'Told' }), personal: screen('7', 'Told') },
])('a loader that is answered with $says', async ({ answer, personal, open = personal }) => {
  expect([await outcomeOf('/mine', answer()), await outcomeOf('/open', answer())]).toEqual([personal, open])
})
