import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSecrets, isText, markOf } from './find-secrets.ts'
import { isHardToGuess } from './hard-to-guess.ts'
import { readHistory } from './read-history.ts'
import { readTree } from './read-tree.ts'

/** Letters and digits that look random, but are the same each time. */
const drawn = (length: number, letters = 'q7Zr2MxWb9LfK4TnVc8HyJ3sGp6DdRt5') =>
  Array.from({ length }, (_, at) => letters[(at * 7 + (at >> 5) * 3) % letters.length]).join('')
const HEX = '0a7f3c9e1b8d4625'
const rulesFor = (text: string) => findSecrets(text).map(({ rule }) => rule)

// Generated here, so that the scan finds nothing in this file.
const PLANTED: [rule: string, text: string][] = [
  ['private key', `-----BEGIN PRIVATE KEY-----\n${drawn(64)}\n`],
  ['private key', `"-----BEGIN RSA PRIVATE KEY-----\\n${drawn(64)}"`],
  ['AWS key', `AKIA${drawn(16, '7QZR2MXWB9LFK4TN')}`],
  ['GitHub token', `ghp_${drawn(36)}`],
  ['GitLab token', `glpat-${drawn(20)}`],
  ['npm token', `npm_${drawn(36)}`],
  ['registry login', `//registry.example/:_authToken=${drawn(24)}`],
  ['Slack token', `xoxb-${drawn(20)}`],
  ['Stripe key', `sk_live_${drawn(24)}`],
  ['Google key', `AIza${drawn(35)}`],
  ['SendGrid key', `SG.${drawn(22)}.${drawn(43)}`],
  ['Twilio key', `SK${HEX}${HEX}`],
  ['Azure key', `AccountKey=${drawn(86)}==`],
  ['signed token', `eyJ${drawn(20)}.eyJ${drawn(40)}.${drawn(43)}`],
  ['password in an address', `DATABASE_URL=postgres://shop:${drawn(12)}@db.example/shop`],
  ['password in an address', `smtps://shop%40example:${drawn(9)}@mail.example:465`],
  ['assigned secret', `PUOTI_SECRET=${drawn(43)}`],
  ['assigned secret', `const apiKey = '${drawn(32)}'`],
  ['assigned secret', `{ "password": "${HEX}${HEX}" }`],
]

describe('a planted secret', () => {
  test.each(PLANTED.map(([rule, text], at) => ({ rule, text, at })))('is found: $rule ($at)', ({ rule, text }) => {
    expect(rulesFor(`first line\n${text}\nlast line`)).toContain(rule)
  })

  test('is reported by its line and mark, never by its value', () => {
    const secret = drawn(43)
    const finds = findSecrets(`one\ntwo\nPUOTI_SECRET=${secret}\n`)
    expect(finds).toEqual([{ rule: 'assigned secret', line: 3, mark: markOf(secret) }])
    expect(JSON.stringify(finds)).not.toContain(secret)
  })
})

test.each([
  'postgres://user:password@host/name',
  'smtp://user:p%40ss@127.0.0.1:25',
  'postgres://shop:${password}@db/shop',
  "const csrfToken = csrfToken(secrets, 'a session of somebody')",
  "secret: 'a secret for tests, of no worth at all'",
  'token: context.secrets.hmacOfTheSession.toString',
  'password = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa11',
])('no secret is found in %s', text => expect(rulesFor(text)).toEqual([]))

test('random text is hard to guess, and words are not', () => {
  expect(isHardToGuess(drawn(32))).toBe(true)
  expect(isHardToGuess(`${HEX}${HEX}`)).toBe(true)
  for (const words of ['payment-terminal-settings', 'aaaaaaaaaaaaaaaaaaaa', 'puoti.example.shop', '1234567890'])
    expect(isHardToGuess(words)).toBe(false)
})

describe('in a repository', () => {
  let root: string
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Anna', '-c', 'user.email=anna@puoti.example', ...args], { cwd: root })
  const commit = (words: string) => {
    git('add', '--all')
    git('commit', '--quiet', '--message', words)
  }
  const secret = PLANTED[0]![1]
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'puoti-secrets-'))
    git('init', '--quiet')
    writeFileSync(join(root, 'large.txt'), 'word '.repeat(300_000))
    writeFileSync(join(root, 'key.pem'), secret)
    commit('Add a key')
    rmSync(join(root, 'key.pem'))
    commit(`Take it away again; ${PLANTED[3]![1]} is in these words`)
    writeFileSync(join(root, '.gitignore'), '.env\n')
    writeFileSync(join(root, '.env'), PLANTED[16]![1])
    writeFileSync(join(root, 'new.txt'), 'not committed yet')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test('a removed secret is found in the history, and so is one in a commit message', async () => {
    const found: string[] = []
    const places: string[] = []
    for await (const { place, bytes } of readHistory(root)) {
      places.push(place)
      for (const { rule } of findSecrets(bytes.toString('utf8'))) found.push(`${place}: ${rule}`)
    }
    expect(found.toSorted()).toEqual(['commit: GitHub token', 'key.pem: private key'])
    expect(places.toSorted()).toEqual(['commit', 'commit', 'key.pem', 'large.txt'])
  })

  test('the current files are those that are or could be committed, and no others', () => {
    const places = readTree(root).map(({ place }) => place)
    expect(places.toSorted()).toEqual(['.gitignore', 'large.txt', 'new.txt'])
  })
})

test('images are not read as text', () => {
  expect(isText(Buffer.from([137, 80, 78, 71, 0, 0]))).toBe(false)
  expect(isText(Buffer.from('text'))).toBe(true)
})
