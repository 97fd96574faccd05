import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { sessions } from '#contract/accounts/sessions.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { setLanguage } from '#web/kit/i18n/speech.ts'
import { callApi } from './call-api.ts'
import { passkeyQuestion } from './passkey-question.ts'
import { csrfToken, storeCsrfToken, onSessionLost } from './session-signals.ts'

const PAGE = { items: [], total: 0 }
const ANSWER = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
}
const refusal = (code: string, status: number) => Response.json({ code, message: 'No.' }, { status })
const list = () => callApi(suppliers.list, { query: {} })

/** The server's side: it has one session, identified by its token, and a flag for its passkey confirmation. */
function server({ isConfirmed = false } = {}) {
  const state = { token: 'first', isConfirmed, calls: 0, late: Promise.resolve() }
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
    state.calls += 1
    const token = headers.get('X-CSRF-Token')
    if (url.includes('confirmation')) {
      Object.assign(state, { token: 'second', isConfirmed: true })
      return Response.json({ csrf_token: 'second' })
    }
    await state.late
    if (token !== state.token) return refusal('session.required', 401)
    return state.isConfirmed ? Response.json(PAGE) : refusal('session.passkeyRequired', 403)
  })
  return state
}

const acting = (isActive: boolean) => vi.stubGlobal('navigator', { userActivation: { isActive } })
const nextQuestion = () => vi.waitUntil(() => passkeyQuestion())

beforeEach(async () => {
  setLanguage('zz', {})
  storeCsrfToken('first')
  acting(true)
})
afterEach(() => vi.unstubAllGlobals())

test('calls refused for lack of a passkey share one question and are repeated after the confirmation', async () => {
  const state = server()
  const waiting = [list(), list()]
  const question = await nextQuestion()
  await callApi(passkeys.confirm, { body: ANSWER })
  question.answer(true)
  expect(await Promise.all(waiting)).toEqual([PAGE, PAGE])
  expect(state.calls).toBe(5)
  expect(passkeyQuestion()).toBe(undefined)
})

test('declining passes on the refusal, and only a user action asks again', async () => {
  server()
  const first = list()
  ;(await nextQuestion()).answer(false)
  await expect(first).rejects.toMatchObject({ code: 'session.passkeyRequired' })
  acting(false)
  await expect(list()).rejects.toMatchObject({ code: 'session.passkeyRequired' })
  expect(passkeyQuestion()).toBe(undefined)
  acting(true)
  const second = list()
  ;(await nextQuestion()).answer(false)
  await expect(second).rejects.toMatchObject({ code: 'session.passkeyRequired' })
})

test('an admin without a passkey signs in again, and the call is repeated; a shopper’s page has its own form', async () => {
  let isSignedIn = false
  vi.stubGlobal('fetch', async () => (isSignedIn ? Response.json(PAGE) : refusal('session.signInAgain', 403)))
  const waiting = list()
  const question = await nextQuestion()
  expect(question.code).toBe('session.signInAgain')
  isSignedIn = true
  question.answer(true)
  expect(await waiting).toEqual(PAGE)
  isSignedIn = false
  await expect(callApi(sessions.endOthers)).rejects.toMatchObject({ code: 'session.signInAgain' })
  expect(passkeyQuestion()).toBe(undefined)
})

test('a call in progress while the session id changes is repeated, and the user stays signed in', async () => {
  const lost = vi.fn()
  const stop = onSessionLost(lost)
  const state = server({ isConfirmed: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  state.late = promise
  const early = list()
  const confirming = callApi(passkeys.confirm, { body: ANSWER })
  const meanwhile = list()
  await confirming
  resolve()
  expect(await Promise.all([early, meanwhile])).toEqual([PAGE, PAGE])
  expect(csrfToken()).toBe('second')
  expect(lost).not.toHaveBeenCalled()
  stop()
})

test('a session that is really lost is reported', async () => {
  const lost = vi.fn()
  const stop = onSessionLost(lost)
  server().token = 'another'
  await expect(list()).rejects.toMatchObject({ code: 'session.required' })
  expect(lost).toHaveBeenCalledOnce()
  stop()
})
