/** So long may a request be on its way to a terminal, through a cloud too. */
export const SHORTEST_QUIESCENCE_MS = 150_000

/** In the clear to this machine alone. */
export const isOverTls = (url: string): boolean => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(url)

/** The database of this machine, by a socket or loopback; TLS; or an operator who says that none is wanted. */
function isDatabaseMeant(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const isHere = host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
  return isHere || searchParams.has('sslmode')
}

type Settings = {
  DATABASE_URL?: string | undefined
  PUOTI_PUBLIC_URL?: string | undefined
  PUOTI_SMS_URL?: string | undefined
  PUOTI_FCM_URL?: string | undefined
  PUOTI_QUIESCENCE_MS: number
}

const isInTheClear = (url: string | undefined): boolean => url !== undefined && !isOverTls(new URL(url).href)

/** What a demo may do and a real shop may not, in a sentence; undefined: nothing of that. */
export function riskIn(env: Settings): string | undefined {
  // Mails carry links to it: a forged Host header must not choose where they lead.
  if (!env.PUOTI_PUBLIC_URL) {
    return 'The environment variable PUOTI_PUBLIC_URL is missing: production needs the address of the shop.'
  }
  // Cookies, codes and links; numbers and codes of shoppers; the key of an account.
  for (const name of ['PUOTI_PUBLIC_URL', 'PUOTI_SMS_URL', 'PUOTI_FCM_URL'] as const) {
    if (!isInTheClear(env[name])) continue
    return `The environment variable ${name} has a wrong value: in production it must begin with https, unless it is this machine alone.`
  }
  if (env.DATABASE_URL && !isDatabaseMeant(env.DATABASE_URL)) {
    return 'The environment variable DATABASE_URL has a wrong value: in production it must say how connections to another machine are encrypted, best sslmode=verify-full; sslmode=disable where the network between them is private.'
  }
  if (env.PUOTI_QUIESCENCE_MS < SHORTEST_QUIESCENCE_MS) {
    return `The environment variable PUOTI_QUIESCENCE_MS has a wrong value: in production at least ${SHORTEST_QUIESCENCE_MS}, or a payment could be taken for not made while it is still on its way to the terminal.`
  }
  return undefined
}
