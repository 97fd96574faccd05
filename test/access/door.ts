import type { Access, Endpoint } from '#contract/endpoint.ts'
import { isUnsafe } from './operations.ts'

/** Let in: what comes then is the operation's own answer. */
export const IN = 'in'

const DOOR_CODES = [
  'csrf.invalid',
  'session.required',
  'session.unverified',
  'session.adminRequired',
  'session.passkeyRequired',
] as const
export type Said = typeof IN | (typeof DOOR_CODES)[number]

const [FORGED, UNKNOWN, UNVERIFIED, NO_ADMIN, NO_PASSKEY] = DOOR_CODES

const row = (...[anyone, signedIn, shopper, admin]: [Said, Said, Said, Said]): Record<Access, Said> => ({
  anyone,
  signedIn,
  shopper,
  admin,
})

/** What eleven callers hear, by whom an operation is for. */
export const DOOR = {
  //                        anyone  signedIn    shopper     admin
  anonymous: /*         */ row(IN, UNKNOWN, UNKNOWN, UNKNOWN),
  unverified: /*        */ row(IN, IN, UNVERIFIED, UNVERIFIED),
  shopper: /*           */ row(IN, IN, IN, NO_ADMIN),
  'another shopper': /* */ row(IN, IN, IN, NO_ADMIN),
  blocked: /*           */ row(IN, UNKNOWN, UNKNOWN, UNKNOWN),
  admin: /*             */ row(IN, IN, IN, IN),
  'former admin': /*    */ row(IN, IN, IN, NO_ADMIN),
  'expired session': /* */ row(IN, UNKNOWN, UNKNOWN, UNKNOWN),
  'admin before passkey': row(IN, IN, IN, NO_PASSKEY),
  // These two are admins; what they may do depends on the method too.
  'admin without token': row(IN, IN, IN, IN),
  'admin on another site': row(IN, IN, IN, IN),
} as const satisfies Record<string, Record<Access, Said>>
export type Principal = keyof typeof DOOR
// The keys of an object that is written out above.
export const PRINCIPALS = Object.keys(DOOR) as Principal[]

/** A call that changes something needs a token and its own site; a link on another site starts no download of an admin's. */
function isForged(declared: Endpoint, principal: Principal): boolean {
  if (principal === 'admin without token') return isUnsafe(declared) && declared.csrf !== 'origin'
  if (principal === 'admin on another site') return isUnsafe(declared) || declared.access === 'admin'
  return false
}

export const expectedAtTheDoor = (declared: Endpoint, principal: Principal): Said =>
  isForged(declared, principal) ? FORGED : unlessEarly(declared, DOOR[principal][declared.access])

/** Some few answer an admin before the passkey, so that it can be asked for. */
const unlessEarly = ({ beforePasskey }: Endpoint, said: Said): Said =>
  beforePasskey && said === NO_PASSKEY ? IN : said

/** What the door has to say of each kind of operation; whatever else is said is the operation's own. */
const SAID_OF: Record<Access, readonly Said[]> = {
  anyone: [FORGED],
  signedIn: [FORGED, UNKNOWN],
  shopper: [FORGED, UNKNOWN, UNVERIFIED],
  admin: DOOR_CODES,
}

/** What the door said, or `in` when it let through and the operation answered for itself. */
export const saidAtTheDoor = ({ access, beforePasskey }: Endpoint, code: string | undefined): Said => {
  // Those that are open before the passkey look for themselves who has one already.
  if (beforePasskey && code === NO_PASSKEY) return IN
  return SAID_OF[access].find(each => each === code) ?? IN
}
