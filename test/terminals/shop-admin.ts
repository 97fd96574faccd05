import { setTimeout as sleep } from 'node:timers/promises'

const ADMIN = 'admin@puoti.example'
const PATIENCE_MS = 10_000

type Mail = { to: string; text: string; created_at: string }
type Listed = { id: number; store_id: number; name: string }

/** The demo shop's admin, signed in with the code from the public development mailbox. */
export async function signInAsAdmin(origin: string) {
  const cookies = new Map<string, string>()
  let csrf = ''
  const call = async <Body>(request: string, payload?: object): Promise<Body> => {
    const [method = 'GET', path = ''] = request.split(' ')
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const headers = { origin, cookie, 'x-csrf-token': csrf }
    const json = payload && {
      body: JSON.stringify(payload),
      headers: { ...headers, 'content-type': 'application/json' },
    }
    const answer = await fetch(`${origin}/api/${path}`, { method, headers, ...json })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    // Every response of the API is JSON; the caller names its type.
    const body = (await answer.json()) as Body & { csrf_token?: string }
    csrf = body.csrf_token ?? csrf
    if (!answer.ok && path !== 'authenticate') throw new Error(`${request}: ${answer.status} ${JSON.stringify(body)}`)
    return body
  }
  await call('POST authenticate')
  const since = new Date().toISOString()
  await call('POST login', { email: ADMIN })
  await call('POST login/code', { email: ADMIN, code: await mailedCode(origin, since) })
  return call
}

async function mailedCode(origin: string, since: string): Promise<string> {
  for (const late = performance.now() + PATIENCE_MS; performance.now() < late; await sleep(100)) {
    const mails = (await (await fetch(`${origin}/dev/mailbox.json`)).json()) as Mail[]
    const mail = mails.find(({ to, created_at }) => to === ADMIN && created_at >= since)
    const code = mail && /^\d{6}$/m.exec(mail.text)?.[0]
    if (code) return code
  }
  throw new Error(`No mail to ${ADMIN} came: is this a demo shop with its development mailbox?`)
}

const NAME = 'simuloitu maksupääte'

/** Connects the shop's first store to the simulated terminal. `undo` switches it back to its test terminal. */
export async function pointStore(
  origin: string,
  settings: object,
): Promise<{ storeId: number; undo: () => Promise<void> }> {
  const call = await signInAsAdmin(origin)
  const listed = await call<Listed[]>('GET admin/terminals')
  const [first] = listed
  if (!first) throw new Error('The shop has no store with a terminal.')
  const mine = listed.find(({ name }) => name === NAME)
  const storeId = mine?.store_id ?? first.store_id
  const named = { name: NAME, provider: 'jsonpos', settings }
  await (mine
    ? call(`PUT admin/terminals/${mine.id}`, named)
    : call('POST admin/terminals', { store_id: storeId, ...named }))
  const mode = (payment_mode: string) => call(`PUT admin/stores/${storeId}/payment-mode`, { payment_mode })
  await mode('terminal')
  return { storeId, undo: async () => void (await mode('test')) }
}
