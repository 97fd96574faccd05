import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { ShopOptions } from './open-shop.ts'

/** A shop at a public address must set these explicitly outside production. */
const SWITCHES = { PUOTI_DEMO: 'off', PUOTI_DEV_MAILBOX: 'on', PUOTI_TEST_PAYMENT: 'on' }

/** Options of a shop for tests of identity: it sends mails and SMS, and its clock is stopped. `variables`: of the environment. */
export const identityOptions = (database: DatabaseHandle, variables: Record<string, string> = {}) =>
  ({
    database,
    modules: ['accounts', 'administration'],
    now: new Date('2026-03-02T10:00:00.000Z'),
    hasOutbox: true,
    logLevel: 'trace',
    variables: { PUOTI_RATE_LIMIT_FACTOR: '1000', ...SWITCHES, ...variables },
  }) satisfies ShopOptions

/** A code of six digits that is none of these. */
export const wrongCode = (...codes: string[]): string =>
  ['111111', '222222', '333333', '444444'].find(code => !codes.includes(code)) ?? '555555'
