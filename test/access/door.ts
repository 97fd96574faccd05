import { type Access, type Endpoint, isForOffice } from '#contract/endpoint.ts'
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

const [FORGED, UNKNOWN, UNVERIFIED, , NO_PASSKEY] = DOOR_CODES

type Door = readonly [ExpectedAnswer, ExpectedAnswer, ExpectedAnswer, ExpectedAnswer]

/** For what people with a right in a store may call, a caller is expected to get what an admin gets, unless declared otherwise. */
const row = (
  [anyone, signedIn, shopper, admin]: Door,
  rights: Partial<Record<Access, ExpectedAnswer>> = {},
): Record<Access, ExpectedAnswer> => ({
  anyone,
  signedIn,
  shopper,
  admin,
  keeper: admin,
  helper: admin,
  bookkeeper: admin,
  staff: admin,
  ...rights,
})

const NOT_ADMIN: Door = [IN, IN, IN, 'session.adminRequired']
/** A keeper may do what helpers and bookkeepers may. */
const asKeeper = (answer: ExpectedAnswer) => ({ keeper: answer, helper: answer, bookkeeper: answer, staff: answer })

/**
 * The expected access decision for each caller, by who may call an operation. Calls name no record that exists: what a right in one
 * store allows is in foreign-stores.test.ts.
 */
export const DOOR = {
  //                         anyone  signedIn    shopper     admin
  anonymous: /*         */ row([IN, UNKNOWN, UNKNOWN, UNKNOWN]),
  unverified: /*        */ row([IN, IN, UNVERIFIED, UNVERIFIED]),
  shopper: /*           */ row(NOT_ADMIN),
  'another shopper': /* */ row(NOT_ADMIN),
  blocked: /*           */ row([IN, UNKNOWN, UNKNOWN, UNKNOWN]),
  admin: /*             */ row([IN, IN, IN, IN]),
  keeper: /*            */ row(NOT_ADMIN, asKeeper(IN)),
  'keeper of a store': /**/ row(NOT_ADMIN, asKeeper(IN)),
  'keeper before passkey': row(NOT_ADMIN, asKeeper(NO_PASSKEY)),
  'former keeper': /*   */ row(NOT_ADMIN),
  'helper of a store': /**/ row(NOT_ADMIN, { helper: IN, staff: IN }),
  bookkeeper: /*        */ row(NOT_ADMIN, { bookkeeper: IN, staff: IN }),
  'bookkeeper of a store': row(NOT_ADMIN, { bookkeeper: IN, staff: IN }),
  'bookkeeper before passkey': row(NOT_ADMIN, { bookkeeper: NO_PASSKEY, staff: NO_PASSKEY }),
  'former admin': /*    */ row(NOT_ADMIN),
  'expired session': /* */ row([IN, UNKNOWN, UNKNOWN, UNKNOWN]),
  'admin before passkey': row([IN, IN, IN, NO_PASSKEY]),
  // These two are admins; what they may do depends on the method too.
  'admin without token': row([IN, IN, IN, IN]),
  'admin on another site': row([IN, IN, IN, IN]),
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
  if (principal === 'admin on another site') return isUnsafe(declared) || isForOffice(declared)
  return false
}

export const expectedAtTheDoor = (declared: Endpoint, principal: Principal): ExpectedAnswer =>
  isForged(declared, principal) ? FORGED : unlessEarly(declared, DOOR[principal][declared.access])

/** A few operations answer an admin before the passkey, because they are needed to ask for it. */
const unlessEarly = ({ beforePasskey }: Endpoint, answer: ExpectedAnswer): ExpectedAnswer =>
  beforePasskey && answer === NO_PASSKEY ? IN : answer

/** The access errors that each kind of operation can return; any other error is the operation's own. */
const SAID_OF: Record<Access, readonly ExpectedAnswer[]> = {
  anyone: [FORGED],
  signedIn: [FORGED, UNKNOWN],
  shopper: [FORGED, UNKNOWN, UNVERIFIED],
  admin: DOOR_CODES,
  keeper: DOOR_CODES,
  helper: DOOR_CODES,
  bookkeeper: DOOR_CODES,
  staff: DOOR_CODES,
}

/** The access error, or `in` when access was granted and the operation itself answered. */
export const getExpectedAnswer = ({ access, beforePasskey }: Endpoint, code: string | undefined): ExpectedAnswer => {
  // Operations open before the passkey check for themselves whether the caller already has one.
  if (beforePasskey && code === NO_PASSKEY) return IN
  return SAID_OF[access].find(each => each === code) ?? IN
}
