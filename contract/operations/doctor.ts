import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'

/** What is checked, in this order. */
export const CHECK_NAMES = [
  'settings',
  'database',
  'schema',
  'clock',
  'directories',
  'disk',
  'backups',
  'invariants',
  'publicUrl',
  'proxies',
  'email',
  'sms',
  'terminals',
  'locks',
  'notifications',
] as const
export type CheckName = (typeof CHECK_NAMES)[number]

/** `look`: it works, but needs attention. `text`: in the language of the call, with what to do. */
const check = z.object({
  check: z.enum(CHECK_NAMES),
  state: z.enum(['ok', 'warning', 'off']),
  title: z.string(),
  text: z.string(),
})
export type Check = z.output<typeof check>

export const doctor = {
  checks: endpoint({
    method: 'GET',
    path: 'admin/checks',
    description: 'Checks the setup: settings, database, disks, backups, public address, services, terminals and locks.',
    access: 'admin',
    reads: [],
    answer: z.object({ version: z.string(), commit: z.string(), checks: z.array(check) }),
    errors: FOR_ADMINS,
  }),
  testMessage: endpoint({
    method: 'POST',
    path: 'admin/checks/message',
    description:
      'Sends a test email or SMS to the caller’s own address or number, and returns whether the service accepted it.',
    access: 'admin',
    touches: [],
    body: z.strictObject({ channel: z.enum(['email', 'sms']) }),
    answer: check,
    errors: [...CHANGED_BY_ADMINS, 'rate.limited'],
  }),
}
