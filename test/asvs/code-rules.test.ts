import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesThatReadTheFlag, READ_THE_FLAG } from './admin-flag.ts'

const root = join(import.meta.dirname, '../..')

/** The code that runs in a shop and in browsers, without its tests. */
const sources = globSync('{domain,contract,server,web}/**/*.{ts,tsx,js,html}', { cwd: root })
  .filter(file => !/\.test\.tsx?$|\/conformance\.ts$/.test(file))
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
const getWords = (pattern: RegExp) =>
  new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, word]) => word)))

test('the rules find the source files', () => {
  expect(sources.length).toBeGreaterThan(1000)
  expect(filesWith(/from 'node:child_process'/)).toContain('server/modules/operations/backup/nightly-backup.ts')
})

test('only known files start programs, and they use argument lists and no shell', () => {
  expect(filesWith(/from 'node:child_process'/).toSorted()).toEqual([
    'server/modules/catalogue/product-images/process-image.ts',
    'server/modules/operations/backup/encrypt-copy.ts',
    'server/modules/operations/backup/nightly-backup.ts',
    'server/platform/db/embedded/postmaster.ts',
    'server/platform/db/embedded/programs.ts',
  ])
  expect(filesWith(/\bshell:|\bexec(?:Sync)?\s*,|\{ exec(?:Sync)?\b/)).toEqual([])
})

test('no code of the web app writes HTML or evaluates text as code', () => {
  const writing =
    /\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write\b|\beval\(|new Function\(|srcdoc/
  expect(filesWith(writing).filter(file => file.startsWith('web/'))).toEqual([])
})

test('all hashes are SHA-256, except in Twilio’s signature, and the only cipher is AES-256-GCM', () => {
  expect(getWords(/create(?:Hash|Hmac)\(\s*'([^']+)'/g)).toEqual(new Set(['sha256', 'sha1']))
  // Twilio signs its reports with HMAC-SHA1, which collisions of SHA-1 do not break; each address has a secret besides.
  expect(filesWith(/'sha1'/)).toEqual(['server/adapters/sms/twilio/twilio-sms.ts'])
  expect(getWords(/hkdfSync\(\s*'([^']+)'/g)).toEqual(new Set(['sha256']))
  expect(filesWith(/createCipheriv|createDecipheriv/)).toEqual(['server/platform/secrets/secrets.ts'])
  expect(filesWith(/'aes-[^']*'/)).toEqual(['server/platform/secrets/secrets.ts'])
  expect(filesWith(/aes-(?!256-gcm)/)).toEqual([])
  expect(filesWith(/pbkdf2|scrypt|\bmd5\b|'des-|'rc4/i)).toEqual([])
})

test('only pauses before a retry use Math.random', () => {
  expect(filesWith(/Math\.random/).toSorted()).toEqual([
    'server/platform/db/transaction.ts',
    'server/platform/http/connection/flood-gate.ts',
    'web/kit/live/changes.ts',
  ])
})

test('no code disables the validation of TLS certificates, unless PUOTI_SMTP_TLS=unverified does', () => {
  const weakening = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/
  const byChoice = 'server/adapters/email/smtp/smtp-mail.ts'
  expect(filesWith(weakening)).toEqual([byChoice])
  const lines = sources.find(({ file }) => file === byChoice)?.text.match(/^.*rejectUnauthorized.*$/gm)
  expect(lines).toEqual([expect.stringContaining("tls === 'unverified' &&")])
})

test('the server’s requests to other hosts don’t follow redirects', () => {
  const calling = sources.filter(
    ({ file, text }) => file.startsWith('server/') && /\bawait fetch\(|\bfetch\(/.test(text),
  )
  // `manual` hands the redirect itself to the caller.
  const following = calling.filter(({ text }) => !/redirect: '(?:error|manual)'/.test(text))
  expect(following.map(({ file }) => file)).toEqual([])
})

test('only known files read whether a user is an admin', () => {
  expect(filesThatReadTheFlag(sources)).toEqual(Object.keys(READ_THE_FLAG).toSorted())
})

test.each([
  ['a caller’s flag', 'show: ({ user }) => (user.isAdmin ? showAny() : showOwn()),'],
  ['a destructured flag', 'async ask({ userId, isAdmin }: SignedIn) {'],
  ['a flag that is passed on', "const viewer = { isAdmin: user['isAdmin'] }"],
  ['a column', "trx.selectFrom('app_user').select('is_admin')"],
  ['SQL', 'sql`SELECT 1 FROM app_user WHERE is_admin AND id = ${id}`'],
])('the check finds a planted read of the admin flag: %s', (_what, text) => {
  const planted = { file: 'server/modules/orders/receipts/find-receipts.ts', text }
  expect(filesThatReadTheFlag([...sources, planted])).toContain(planted.file)
  const comment = { ...planted, text: `// ${text}` }
  expect(filesThatReadTheFlag([comment])).toEqual([])
})
