import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTICE_KINDS } from '#contract/administration/legal-notices.ts'
import { CHECK_NAMES } from '#contract/operations/doctor.ts'
import { DATA_KINDS } from '#domain/accounts/personal-data.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'
import { FIGURE_NAMES, REPORT_NAMES, ROW_KINDS } from '#domain/administration/reports.ts'
import { ALERT_CAUSE_NAMES } from '#domain/operations/duty/alert-causes.ts'
import { HELP_SCREENS } from '#domain/operations/duty/help.ts'
import { LETTER_KINDS } from '#domain/operations/letters/letter-times.ts'
import { ADMIN_EVENTS } from '#server/modules/accounts/access-changes/notify-admins.ts'
import { TEXTS } from './catalogues.ts'
import { createTranslate, text } from './text.ts'

const source = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^texts\/(?:en|fi|sv)\//.test(file))
  .map(file => readFileSync(`server/${file}`, 'utf8'))
  .join('\n')
const keys = [...new Set(Object.keys(TEXTS.en).map(key => key.replace(/_(?:one|other)$/, '')))]

/** Findings that a check returns. */
const FINDINGS = keys
  .filter(key => key.startsWith('operations.doctor.findings.'))
  .map(key => key.split('.').at(-1) ?? '')
  .filter(finding => source.includes(`'${finding}'`))

const PAYMENT_ENDS = ['paid', 'unpaid', 'booked']
const CONNECTION_FIELDS = [
  'provider',
  'transport',
  'environment',
  'merchant_serial_number',
  'merchant_account',
  'host',
  'port',
  'url',
  'user',
]

/** Keys that the code builds, with their possible values. */
const BUILT: Record<string, readonly string[]> = {
  'administration.report.about.${name}': REPORT_NAMES,
  'administration.report.figures.${figure}': FIGURE_NAMES,
  'administration.report.names.${name}': REPORT_NAMES,
  'administration.report.rows.${kind}': ROW_KINDS,
  'accounts.adminEvents.${event}': ADMIN_EVENTS,
  'accounts.adminEvents.subjects.${event}': ADMIN_EVENTS,
  'accounts.passkeys.${news.what}': ['added', 'removed'],
  'accounts.passkeys.subjects.${news.what}': ['added', 'removed', 'reset'],
  'accounts.rights.kinds.${kind}': STORE_RIGHTS,
  'accounts.notices.${kind}.text': NOTICE_KINDS,
  'accounts.notices.${kind}.title': NOTICE_KINDS,
  'accounts.notices.kinds.${kind}.until': DATA_KINDS,
  'accounts.notices.kinds.${kind}.data': DATA_KINDS,
  'accounts.notices.kinds.${kind}.purpose': DATA_KINDS,
  'operations.doctor.findings.${finding}': FINDINGS,
  'operations.doctor.titles.${check}': CHECK_NAMES,
  'operations.duty.causes.${cause}.remedy': ALERT_CAUSE_NAMES,
  'operations.duty.causes.${cause}.title': ALERT_CAUSE_NAMES,
  'operations.duty.screens.${screen}': HELP_SCREENS,
  'operations.letters.page.${kind}': LETTER_KINDS,
  'operations.letters.stop.${kind}': LETTER_KINDS,
  'operations.letters.weekdays.${WEEKDAYS[isoWeekday(day) - 1] ?? 1}': ['1', '2', '3', '4', '5', '6', '7'],
  'orders.receipt.payments.${payment}': ['card', 'app', 'manual'],
  'payments.push.${push}.body': ['paidLate', 'notPaidLate', 'refunded', 'refundedInApp', 'refundedByHand'],
  'payments.push.${push}.title': ['paidLate', 'notPaidLate', 'refunded', 'refundedInApp', 'refundedByHand'],
  'payments.settledLate.known.${end}': PAYMENT_ENDS,
  'payments.settledLate.next.${end}': PAYMENT_ENDS,
  'payments.settledLate.open.${end}': PAYMENT_ENDS,
  'payments.settledLate.subject.${end}': PAYMENT_ENDS,
  'payments.methodChange.fields.${name}': CONNECTION_FIELDS,
  'platform.units.${unit}_${form}': ['kpl', 'pkt', 'plo', 'prk', 'ps', 'rs', 'tlk', 'ltk', 'sk'],
  'preorders.withdrawal.ends.${end}': ['cancelled', 'split', 'paid'],
}

const modules = new Set(keys.map(key => key.split('.')[0]))

test('the code uses every text', () => {
  const built = new Set(
    Object.entries(BUILT).flatMap(([key, names]) => names.map(name => key.replace(/\$\{.*\}/, () => name))),
  )
  expect(keys.filter(key => !source.includes(`'${key}'`) && !built.has(key))).toEqual([])
})

test('every key built in the code is listed here with its possible values', () => {
  const found = [
    ...source.matchAll(new RegExp(`\`((?:${[...modules].join('|')})\\.\\w+\\.[^\`]*\\$\\{(?!infer)[^\`]*)\``, 'g')),
  ]
  expect([...new Set(found.map(([, key = '']) => key))].toSorted()).toEqual(Object.keys(BUILT).toSorted())
})

test('a text is found by its key in a language', () => {
  expect(text('fi', 'orders.visits.at')).toBe('Aika')
  expect(createTranslate('sv')('orders.visits.at')).toBe('Tid')
})
