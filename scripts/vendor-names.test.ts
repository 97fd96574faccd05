import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SMS_GATEWAYS } from '#domain/messaging/carriers/sms-gateways.ts'
import { TERMINALS } from '#domain/payments/terminals/terminal-providers.ts'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'

const root = join(import.meta.dirname, '..')
const files = ['domain', 'contract', 'server', 'web'].flatMap(tree =>
  readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
    .map(file => `${tree}/${file}`)
    .filter(file => /\.(?:tsx?|sql|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file)),
)

/** Names in rows that are no vendor's. */
const NO_VENDORS = new Set(['http', 'rotating'])
const vendors = [TERMINALS, LOCKS, SMS_GATEWAYS]
  .flatMap(kind => Object.keys(kind))
  .filter(name => !NO_VENDORS.has(name))
/** Their other names, of companies, makers and gateways. */
const OTHERS = ['vipps', 'verifone', 'poplatek', 'getseam', 'fortysixelks']
const NAME = new RegExp(`(?<![a-z])(?:${[...vendors, ...OTHERS].join('|')})`, 'i')

/** Where a vendor's name may be, with the reason. */
const HOMES: readonly (readonly [RegExp, string])[] = [
  [/^server\/adapters\/[\w-]+\/[\w-]+\//, 'the adapter'],
  [/^domain\/catalogue\/imports\/foreign-programs\.ts$/, 'lists of products that people bring from its register'],
  [/^web\/back-office\/shell\/command-palette\/keywords\.ts$/, 'words that people search by'],
  [
    new RegExp(`^domain/(?:payments/terminals|stores/locks|messaging/carriers)/(?:${vendors.join('|')})\\.ts$`),
    'its declaration',
  ],
  [
    new RegExp(`^domain/payments/settlements/(?:${vendors.join('|')}|settlement-formats)\\.ts$`),
    'its report, and the list of those that can be read',
  ],
  [
    /^domain\/(?:payments\/terminals\/terminal-providers|stores\/locks\/lock-providers|messaging\/carriers\/sms-gateways)\.ts$/,
    'the list of choices',
  ],
  [/^server\/wiring\/choose-(?:terminals|locks|channels)\.ts$/, 'the line that gives the adapter its settings'],
]

test('a vendor’s name is in its folder, its declaration and the lists of choices, and nowhere else', () => {
  expect(vendors).toContain('mobilepay')
  expect(files.length).toBeGreaterThan(1000)
  const found = files
    .filter(file => !HOMES.some(([home]) => home.test(file)))
    .filter(file => NAME.test(file) || NAME.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

test('each place for vendors’ names has one', () => {
  const mentions = files.filter(file => NAME.test(readFileSync(join(root, file), 'utf8')))
  expect(HOMES.filter(([home]) => !mentions.some(file => home.test(file)))).toEqual([])
})
