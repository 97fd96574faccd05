import type { Access, Endpoint } from '#contract/endpoint.ts'
import { isUnsafe } from './operations.ts'

/** Access is granted: the rest of the response is the operation's own. */
export const IN = 'in'

const DOOR_CODES = [
  'csrf.invalid',
  'session.required',
  'session.unverified',
  'session.adminRequired',
  'session.passkeyRequired',
] as const
export type ExpectedAnswer = typeof IN | (typeof DOOR_CODES)[number]

const [FORGED, UNKNOWN, UNVERIFIED, NO_ADMIN, NO_PASSKEY] = DOOR_CODES

/** A `bookkeeper` is expected to get what an `admin` gets, unless declared otherwise. */
const row = (
  ...[anyone, signedIn, shopper, admin, bookkeeper = admin]: [
    ExpectedAnswer,
    ExpectedAnswer,
    ExpectedAnswer,
    ExpectedAnswer,
    ExpectedAnswer?,
  ]
): Record<Access, ExpectedAnswer> => ({
  anyone,
  signedIn,
  shopper,
  admin,
  bookkeeper,
})

/** The expected access decision for thirteen callers, by who may call an operation. */
export const DOOR = {
  //                        anyone  signedIn    shopper     admin
  anonymous: /*         */ row(IN, UNKNOWN, UNKNOWN, UNKNOWN),
  unverified: /*        */ row(IN, IN, UNVERIFIED, UNVERIFIED),
  shopper: /*           */ row(IN, IN, IN, NO_ADMIN),
  'another shopper': /* */ row(IN, IN, IN, NO_ADMIN),
  blocked: /*           */ row(IN, UNKNOWN, UNKNOWN, UNKNOWN),
  admin: /*             */ row(IN, IN, IN, IN),
  bookkeeper: /*        */ row(IN, IN, IN, NO_ADMIN, IN),
  'bookkeeper before passkey': row(IN, IN, IN, NO_ADMIN, NO_PASSKEY),
  'former admin': /*    */ row(IN, IN, IN, NO_ADMIN),
  'expired session': /* */ row(IN, UNKNOWN, UNKNOWN, UNKNOWN),
  'admin before passkey': row(IN, IN, IN, NO_PASSKEY),
  // These two are admins; what they may do depends on the method too.
  'admin without token': row(IN, IN, IN, IN),
  'admin on another site': row(IN, IN, IN, IN),
} as const satisfies Record<string, Record<Access, ExpectedAnswer>>
export type Principal = keyof typeof DOOR
// The keys of the object literal above.
export const PRINCIPALS = Object.keys(DOOR) as Principal[]

/**
 * A call that changes something requires a token and the shop's own site; a link on another site cannot start a download for an
 * admin.
 */
function isForged(declared: Endpoint, principal: Principal): boolean {
  if (principal === 'admin without token') return isUnsafe(declared) && declared.csrf !== 'origin'
  if (principal === 'admin on another site')
    return isUnsafe(declared) || declared.access === 'admin' || declared.access === 'bookkeeper'
  return false
}

export const expectedAtTheDoor = (declared: Endpoint, principal: Principal): ExpectedAnswer =>
  isForged(declared, principal) ? FORGED : unlessEarly(declared, DOOR[principal][declared.access])

/** A few operations answer an admin before the passkey, because they are needed to ask for it. */
const unlessEarly = ({ beforePasskey }: Endpoint, said: ExpectedAnswer): ExpectedAnswer =>
  beforePasskey && said === NO_PASSKEY ? IN : said

/** The access errors that each kind of operation can return; any other error is the operation's own. */
const SAID_OF: Record<Access, readonly ExpectedAnswer[]> = {
  anyone: [FORGED],
  signedIn: [FORGED, UNKNOWN],
  shopper: [FORGED, UNKNOWN, UNVERIFIED],
  admin: DOOR_CODES,
  bookkeeper: DOOR_CODES,
}

/** The access error, or `in` when access was granted and the operation itself answered. */
export const getExpectedAnswer = ({ access, beforePasskey }: Endpoint, code: string | undefined): ExpectedAnswer => {
  // Operations open before the passkey check for themselves whether the caller already has one.
  if (beforePasskey && code === NO_PASSKEY) return IN
  return SAID_OF[access].find(each => each === code) ?? IN
}
