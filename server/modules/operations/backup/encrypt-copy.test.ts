import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyWhere } from '#test/tier.ts'
import { removeHalfDone, removeOldBackups } from './backup-files.ts'
import { encryptCopy } from './encrypt-copy.ts'

/** A program of Debian, which not every machine of a developer has. */
const hasAge = spawnSync('age', ['--version']).status === 0

let directory: string
beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-copies-')
})
afterAll(() => rm(directory, { recursive: true }))

const decrypt = (key: string, copy: string) =>
  spawnSync('age', ['--decrypt', '--identity', key, copy], { maxBuffer: 10_000_000 })

test.runIf(onlyWhere(hasAge, 'it needs the program age'))(
  'a copy is read with the private key only, and refused when it is cut off or changed',
  async () => {
    const key = join(directory, 'copies.key')
    execFileSync('age-keygen', ['--output', key], { stdio: 'ignore' })
    const recipient = execFileSync('age-keygen', ['-y', key]).toString().trim()
    const file = join(directory, 'puoti-2026-11-22T013000Z.backup.gz')
    // Several of the pieces of 64 KiB in which age encrypts.
    const text = Buffer.alloc(200_000, 'mallory@puoti.example')
    await writeFile(file, text)
    const copy = await encryptCopy(file, recipient)
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    const encrypted = await readFile(copy)
    expect(encrypted.includes('mallory')).toBe(false)
    expect(decrypt(key, copy).stdout.equals(text)).toBe(true)
    const other = join(directory, 'other.key')
    execFileSync('age-keygen', ['--output', other], { stdio: 'ignore' })
    expect(decrypt(other, copy).status).toBe(1)
    const damaged = join(directory, 'damaged.age')
    // Also where a piece ends, so that the rest is whole.
    const header = encrypted.length - text.length - 4 * 16 - 16
    for (const length of [encrypted.length - 1, encrypted.length - 70_000, header + 16 + 65_552]) {
      await writeFile(damaged, encrypted.subarray(0, length))
      expect(decrypt(key, damaged).status, String(length)).toBe(1)
    }
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(100_000) ^ 1, 100_000)
    await writeFile(damaged, changed)
    expect(decrypt(key, damaged).status).toBe(1)
  },
)

test('without the program the backup stays, and the message says what to install', async () => {
  const { PATH } = process.env
  const file = join(directory, 'puoti-2026-11-23T013000Z.backup.gz')
  await writeFile(file, 'text')
  process.env['PATH'] = '/nowhere'
  try {
    await expect(encryptCopy(file, 'age1x')).rejects.toThrow(/was written, but .* apt-get install age/)
  } finally {
    process.env['PATH'] = PATH
  }
  expect((await readdir(directory)).filter(name => name.includes('11-23'))).toEqual([
    'puoti-2026-11-23T013000Z.backup.gz',
  ])
})

test('an old backup is removed with its copy, and so is the part of a copy', async () => {
  const folder = await mkdtemp('/tmp/puoti-copies-')
  const names = ['013000', '213000'].map(time => `puoti-2026-11-22T${time}Z.backup.gz`)
  for (const name of names.flatMap(each => [each, `${each}.age`])) await writeFile(join(folder, name), '')
  await writeFile(join(folder, `${names[0]}.age.part`), '')
  await removeOldBackups(folder)
  await removeHalfDone(folder, new Date(Date.now() + 2 * 86_400_000))
  expect((await readdir(folder)).toSorted()).toEqual([names[1], `${names[1]}.age`])
  await rm(folder, { recursive: true })
})
