import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWarnings } from './start-warnings.ts'

const config = { production: true, isStaging: false }

test('a start in production without a backup directory is warned about', async () => {
  expect(await startWarnings({ config, variables: {}, journalDir: undefined })).toEqual([
    expect.stringMatching(/^PUOTI_BACKUP_DIR is not set: there are no nightly backups and no payment journal/),
  ])
  const demo = { ...config, production: false }
  expect(await startWarnings({ config: demo, variables: {}, journalDir: undefined })).toEqual([])
})

test('a backup directory that can’t be written is warned about, with path and reason', async () => {
  expect(await startWarnings({ config, variables: {}, journalDir: '/dev/null/backups' })).toEqual([
    expect.stringContaining("can't be written to /dev/null/backups (ENOTDIR)"),
  ])
  const parent = mkdtempSync('/tmp/puoti-warnings-')
  const journalDir = join(parent, 'backups')
  expect(await startWarnings({ config, variables: {}, journalDir })).toEqual([])
  expect(statSync(journalDir).mode & 0o777).toBe(0o700)
  rmSync(parent, { recursive: true })
})

test('unknown names and a staging copy are warned about', async () => {
  const variables = { PUOTI_BACKUP_DIRR: '/backups' }
  expect(await startWarnings({ config: { ...config, isStaging: true }, variables, journalDir: undefined })).toEqual([
    expect.stringContaining('Did you mean PUOTI_BACKUP_DIR?'),
    expect.stringContaining('PUOTI_STAGING is on'),
  ])
})
