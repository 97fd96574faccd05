import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { loadSettings } from './load-settings.ts'

let root: string
let checkout: string
let before: NodeJS.ProcessEnv

beforeEach(() => {
  before = { ...process.env }
  for (const name of ['DATABASE_URL', 'PUOTI_DATA_DIR', 'PUOTI_BACKUP_DIR', 'PUOTI_PUBLIC_URL', 'PUOTI_SECRET'])
    delete process.env[name]
  root = mkdtempSync('/tmp/puoti-settings-')
  checkout = join(root, 'opt/puoti')
  mkdirSync(join(root, 'etc/puoti'), { recursive: true })
  mkdirSync(checkout, { recursive: true })
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  rmSync(root, { recursive: true })
})

const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const load = (more: Parameters<typeof loadSettings>[0] = {}) => loadSettings({ root, checkout, ...more })
const SECRET = 'a secret of the service, which is long enough'

test('a command finds the settings of the service, and its secrets beside them', () => {
  write('etc/puoti/puoti.env', 'PUOTI_PUBLIC_URL=https://shop.example\nPUOTI_MAIL_FROM=The shop <shop@shop.example>\n')
  write('etc/puoti/secret', `${SECRET}\n`)
  expect(load()).toBe(join(root, 'etc/puoti/puoti.env'))
  expect(readConfig({ ...process.env, NODE_ENV: 'production' })).toMatchObject({
    secret: SECRET,
    mailFrom: 'The shop <shop@shop.example>',
  })
})

test('of several shops, --shop names one, with secrets of its own', () => {
  write('etc/puoti/puoti.env', 'PORT=3000\n')
  write('etc/puoti/north.env', 'PORT=3002\n')
  mkdirSync(join(root, 'etc/puoti/north'))
  write('etc/puoti/north/secret', SECRET)
  expect(load({ shop: 'north' })).toBe(join(root, 'etc/puoti/north.env'))
  expect(process.env).toMatchObject({
    PORT: '3002',
    PUOTI_SECRET_FILE: join(root, 'etc/puoti/north/secret'),
    PUOTI_DATA_DIR: '/var/lib/puoti-north',
    PUOTI_BACKUP_DIR: '/var/lib/puoti-north/backups',
  })
  expect(() => load({ shop: 'south' })).toThrow(/etc\/puoti\/south\.env, and there is no such file/)
})

test('the environment wins over the file, and one that names a database keeps the service’s file away', () => {
  write('etc/puoti/puoti.env', 'PUOTI_DATA_DIR=/var/lib/puoti\nPORT=3000\n')
  process.env['PUOTI_DATA_DIR'] = '/elsewhere'
  expect(load()).toBeUndefined()
  expect(load({ file: join(root, 'etc/puoti/puoti.env') })).toBeDefined()
  expect(process.env['PUOTI_DATA_DIR']).toBe('/elsewhere')
})

test('a checkout with a .env or a shop of its own does not read the service’s file; nor does the server itself', () => {
  write('etc/puoti/puoti.env', 'PUOTI_DATA_DIR=/var/lib/puoti\n')
  expect(load({ only: 'checkout' })).toBeUndefined()
  mkdirSync(join(checkout, 'data'))
  expect(load()).toBeUndefined()
  write('opt/puoti/.env', 'PORT=4000\n')
  expect(load()).toBe(join(checkout, '.env'))
  expect(process.env['PUOTI_DATA_DIR']).toBeUndefined()
})
