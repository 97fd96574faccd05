import { setTimeout as sleep } from 'node:timers/promises'

const ADMIN = 'admin@puoti.example'
const TIMEOUT_MS = 10_000

type Mail = { to: string; text: string; created_at: string }
type TerminalInput = { mailbox: string; to: string; since: string; pattern: RegExp }
type Listed = { id: number; store_id: number; name: string }

/** The demo shop's admin. */
export const signInAsAdmin = (origin: string) => signInByMailbox({ origin, mailbox: origin, email: ADMIN })

type Account = { origin: string; mailbox: string; email: string }

/** Signs in with the code from the development mailbox, which may have another origin than the shop. */
export async function signInByMailbox({ origin, mailbox, email }: Account) {
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
  await call('POST login', { email })
  const code = await waitForMail({ mailbox, to: email, since, pattern: /^\d{6}$/m })
  await call('POST login/code', { email, code })
  return call
}

/** Waits for an email or SMS; returns the part of its text that is wanted. */
export async function waitForMail({ mailbox, to, since, pattern }: TerminalInput): Promise<string> {
  for (const late = performance.now() + TIMEOUT_MS; performance.now() < late; await sleep(100)) {
    const mails = (await (await fetch(`${mailbox}/dev/mailbox.json`)).json()) as Mail[]
    const mail = mails.find(each => each.to === to && each.created_at >= since)
    const found = mail && pattern.exec(mail.text)?.[0]
    if (found) return found
  }
  throw new Error(`Nothing came to ${to}: has this shop its development mailbox?`)
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
  const terminal = listed.find(({ name }) => name === NAME)
  const storeId = terminal?.store_id ?? first.store_id
  const body = { name: NAME, provider: 'jsonpos', settings }
  await (terminal
    ? call(`PUT admin/terminals/${terminal.id}`, body)
    : call('POST admin/terminals', { store_id: storeId, ...body }))
  const mode = (payment_mode: string) => call(`PUT admin/stores/${storeId}/payment-mode`, { payment_mode })
  await mode('terminal')
  return { storeId, undo: async () => void (await mode('test')) }
}
