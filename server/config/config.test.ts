import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EnvironmentSettings } from '#domain/adapter-settings.ts'
import { SMS_GATEWAYS } from '#domain/messaging/carriers/sms-gateways.ts'
import { SMTP } from '#domain/messaging/carriers/smtp.ts'
import { ConfigError } from './config-values.ts'
import { readConfig, SETTING_NAMES } from './config.ts'
import { unknownSettings, unknownSettingText } from './start-warnings.ts'

/** A public demo shop must set each of its switches. */
const NAMED = { PUOTI_DEMO: 'off', PUOTI_DEV_MAILBOX: 'on', PUOTI_TEST_PAYMENT: 'off' }
const SECRET = 'a secret that is long enough for the tests'
const production = { NODE_ENV: 'production', PUOTI_PUBLIC_URL: 'https://puoti.example', PUOTI_SECRET: SECRET }

describe('the configuration', () => {
  test('needs no variables for a demo shop on this machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      devMailbox: true,
      testPayment: true,
      testTerminalMs: 1500,
      inFlightMs: 150_000,
      currency: 'EUR',
      locale: 'fi-FI',
    })
  })

  test('has no demo, mailbox or test payment in production unless each is enabled by name', () => {
    expect(readConfig(production)).toMatchObject({ demo: false, devMailbox: false, testPayment: false })
    expect(readConfig({ ...production, PUOTI_TEST_PAYMENT: 'on' })).toMatchObject({ testPayment: true })
  })

  test('has a map unless it is turned off, and no geocoder unless one is configured', () => {
    expect(readConfig({}).mapTiles).toMatch(/^https:\/\/tile\.openstreetmap\.org\//)
    expect(readConfig({}).geocoderUrl).toBeUndefined()
    expect(readConfig({ PUOTI_MAP_TILES: 'off' }).mapTiles).toBeUndefined()
    const many = 'https://{s}.tile.example/{z}/{x}/{y}.png'
    expect(readConfig({ PUOTI_MAP_TILES: many }).mapTiles).toBe(many)
  })

  test('a staging copy listens on this machine alone and writes no backup, whatever settings it got from its shop', () => {
    const copied = { ...production, PUOTI_STAGING: 'on', PUOTI_BACKUP_DIR: '/srv/backups' }
    expect(readConfig(copied)).toMatchObject({
      host: '127.0.0.1',
      hasBackups: false,
      backupDir: undefined,
      backupTime: undefined,
    })
    expect(readConfig({ ...copied, PUOTI_STAGING: 'off' })).toMatchObject({ host: '0.0.0.0', hasBackups: true })
  })

  test('asks nobody about products unless a service is chosen', () => {
    expect(readConfig({})).toMatchObject({ productDataUrl: undefined, productDataFile: undefined })
    const chosen = (PUOTI_PRODUCT_DATA: string) => readConfig({ PUOTI_PRODUCT_DATA }).productDataUrl
    expect(chosen('off')).toBeUndefined()
    expect(chosen('open-food-facts')).toBe('https://world.openfoodfacts.org')
    expect(chosen('https://products.example')).toBe('https://products.example')
    expect(() => chosen('on')).toThrow(/PUOTI_PRODUCT_DATA\b/)
  })

  test('needs the public URL in production, since emails link to it', () => {
    const { PUOTI_PUBLIC_URL: _without, ...rest } = production
    expect(() => readConfig(rest)).toThrow(/PUOTI_PUBLIC_URL/)
  })

  test('needs a secret outside of the database in production, or an explicit PUOTI_SECRET=stored', () => {
    const { PUOTI_SECRET: _without, ...rest } = production
    for (const variables of [rest, { ...rest, PUOTI_SECRET: '' }]) {
      expect(() => readConfig(variables)).toThrow(ConfigError)
      expect(() => readConfig(variables)).toThrow(
        /^The environment variable PUOTI_SECRET is missing.*PUOTI_SECRET=stored/,
      )
    }
    expect(readConfig(production).secret).toBe(SECRET)
    expect(readConfig({ ...rest, PUOTI_SECRET: 'stored' }).secret).toBeUndefined()
    expect(readConfig({}).secret).toBeUndefined()
  })

  test('needs a public URL with https in production, or one of this machine', () => {
    for (const url of ['http://puoti.example', 'http://192.168.1.20:3000', 'http://localhost.puoti.example'])
      expect(() => readConfig({ ...production, PUOTI_PUBLIC_URL: url })).toThrow(/PUOTI_PUBLIC_URL/)
    for (const url of ['https://puoti.example', 'http://127.0.0.1:3000', 'http://localhost'])
      expect(readConfig({ ...production, PUOTI_PUBLIC_URL: url }).publicUrl?.href).toBe(new URL(url).href)
    expect(readConfig({ ...NAMED, PUOTI_PUBLIC_URL: 'http://192.168.1.20:3000' }).publicUrl).toBeDefined()
  })

  test.each([
    ['PUOTI_PUBLIC_URL', 'https://shop.example'],
    ['PUOTI_PUBLIC_URL', 'https://localhost.shop.example'],
    ['PUOTI_PUBLIC_URL', 'http://192.168.1.20:3000'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.5'],
    ['HOST', 'shop.example'],
    ['SMTP_URL', 'smtps://mail.example'],
    ['PUOTI_SMS_URL', 'https://sms.example/send'],
    ['PUOTI_TRUSTED_PROXIES', '127.0.0.1'],
  ])('needs, outside production with %s=%s, explicit values for mailbox, test payment and demo', (name, value) => {
    for (const mode of [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }]) {
      expect(() => readConfig({ ...mode, [name]: value })).toThrow(ConfigError)
      for (const forgotten of Object.keys(NAMED)) {
        const some = { ...mode, ...NAMED, [forgotten]: '', [name]: value }
        expect(() => readConfig(some)).toThrow(new RegExp(`^${name} .*NODE_ENV=production.* ${forgotten} is missing`))
      }
      expect(readConfig({ ...mode, ...NAMED, [name]: value })).toMatchObject({ devMailbox: true, demo: false })
    }
  })

  test('needs no explicit switches for addresses of this machine', () => {
    for (const [name, value] of [
      ['PUOTI_PUBLIC_URL', 'http://localhost:4000'],
      ['PUOTI_PUBLIC_URL', 'http://127.0.0.1:4000'],
      ['PUOTI_PUBLIC_URL', 'https://[::1]'],
      ['HOST', 'localhost'],
      ['HOST', '127.0.0.2'],
      ['HOST', '::1'],
      ['SMTP_URL', 'smtp://127.0.0.1:2525'],
      ['PUOTI_SMS_URL', 'http://localhost:8080/'],
    ] as const)
      expect(readConfig({ [name]: value })).toMatchObject({ devMailbox: true, demo: true, testPayment: true })
  })

  test('trusts no proxy that is not an address, and never all addresses', () => {
    const trusting = (value: string) => readConfig({ ...NAMED, PUOTI_TRUSTED_PROXIES: value }).trustedProxies
    expect(trusting('10.0.0.1, 10.1.0.0/16, fd00::/8, ::1, loopback')).toHaveLength(5)
    for (const value of ['nginx', '0.0.0.0/0', '::/0', '10.0.0.1/33', '10.0.0.0/255.0.0.0', '10.0.0.1;10.0.0.2'])
      expect(() => trusting(value)).toThrow(/PUOTI_TRUSTED_PROXIES/)
  })

  test('sends phone numbers, codes and keys in production only over https or to this machine', () => {
    for (const name of ['PUOTI_SMS_URL', 'PUOTI_FCM_URL']) {
      expect(() => readConfig({ ...production, [name]: 'http://gateway.example/send' })).toThrow(name)
      for (const url of ['https://gateway.example/send', 'http://127.0.0.1:9000/send'])
        expect(() => readConfig({ ...production, [name]: url })).not.toThrow()
    }
  })

  test('lets terminal keys travel unencrypted only through private networks that are named', () => {
    expect(readConfig({}).terminalNetworks).toEqual([])
    const networks = ['10.20.0.0/16', '192.168.1.7/32', 'fd12:3456::/32']
    expect(readConfig({ PUOTI_TERMINAL_NETWORKS: networks.join() }).terminalNetworks).toEqual(networks)
    for (const wrong of [
      '0.0.0.0/0',
      '203.0.113.0/24',
      '10.0.0.0/7',
      '192.168.1.7',
      '10.20.0.0/16/2',
      'fd00::/6',
      'x/8',
    ])
      expect(() => readConfig({ PUOTI_TERMINAL_NETWORKS: wrong })).toThrow(/PUOTI_TERMINAL_NETWORKS/)
  })

  test('needs an sslmode in production for a database on another machine', () => {
    for (const host of ['db.example', '10.0.0.5:5432', 'localhost.example', '127.example'])
      for (const rest of ['', '?application_name=x'])
        expect(() => readConfig({ ...production, DATABASE_URL: `postgres://puoti@${host}/shop${rest}` })).toThrow(
          /DATABASE_URL.*sslmode/,
        )
    for (const url of [
      'postgres://puoti@db.example/shop?sslmode=verify-full',
      'postgres://puoti@10.0.0.5/shop?sslmode=disable',
      'postgres://puoti@127.0.0.1:5000/shop',
      'postgres://puoti@[::1]/shop',
      'postgres://localhost/shop',
      'postgres:///shop?host=/run/postgresql',
    ])
      expect(readConfig({ ...production, DATABASE_URL: url }).databaseUrl).toBe(url)
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/shop' }).databaseUrl).toBeDefined()
  })

  test('has no short in-flight window in production, where a payment under way could count as not made', () => {
    expect(() => readConfig({ ...production, PUOTI_IN_FLIGHT_MS: '5000' })).toThrow(/PUOTI_IN_FLIGHT_MS/)
    expect(readConfig({ PUOTI_IN_FLIGHT_MS: '5000' }).inFlightMs).toBe(5000)
  })

  test.each([
    ['PORT', 'eighty'],
    ['PUOTI_METRICS_TOKEN', 'short'],
    ['PUOTI_BACKUP_TIME', '24:00'],
    ['DATABASE_URL', 'mysql://localhost/puoti'],
    ['PUOTI_PUBLIC_URL', 'puoti.example'],
    ['PUOTI_ADMIN_EMAIL', 'nobody'],
    ['PUOTI_SECRET', 'short'],
    ['SMTP_URL', 'http://mail.example'],
    ['PUOTI_SMTP_TLS', 'on'],
    ['PUOTI_MAIL_FROM', 'foo'],
    ['PUOTI_MAIL_FROM', 'The shop <shop>'],
    ['PUOTI_SMS_COUNTRIES', 'FIN'],
    ['PUOTI_SMS_COUNTRIES', 'FI,XX'],
    ['PUOTI_TRUSTED_PROXIES', 'foo'],
    ['PUOTI_DATA_DIR', '~/shop'],
    ['PUOTI_BACKUP_DIR', '~shop/backups'],
    ['PUOTI_SMS_URL', 'sms.example'],
    ['PUOTI_TEST_TERMINAL_MS', '-1'],
    ['PUOTI_LOGIN_LINK_MINUTES', '60'],
    ['PUOTI_CURRENCY', 'euro'],
    ['PUOTI_LOCALE', 'suomi_FI'],
    ['PUOTI_MAP_TILES', 'https://tile.example/{z}/{x}.png'],
    ['PUOTI_MAP_TILES', 'https://tile-{s}.example/{z}/{x}/{y}.png'],
    ['PUOTI_GEOCODER_URL', 'nominatim.example'],
    ['PUOTI_DEMO', 'perhaps'],
    ['NODE_ENV', 'prod'],
  ])('refuses a wrong %s with an error that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name))
  })

  test('reads any variable from the file in NAME_FILE, but not from both, and never prints the content', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'puoti-config-'))
    const write = async (name: string, text: string) => {
      await writeFile(join(directory, name), text, { mode: 0o600 })
      return join(directory, name)
    }
    const secret = 'a secret that lies in a file and is long enough'
    const files = {
      ...NAMED,
      PUOTI_SECRET_FILE: await write('secret', `${secret}\n`),
      SMTP_URL_FILE: await write('smtp', 'smtps://user:password@mail.example\r\n'),
      PORT_FILE: await write('port', '4000'),
      PUOTI_SMS_URL_FILE: await write('none', ''),
    }
    expect(readConfig(files)).toMatchObject({ secret, smtpUrl: 'smtps://user:password@mail.example', port: 4000 })
    expect(readConfig(files).smsGateways).toEqual([])
    expect(() => readConfig({ ...files, PUOTI_SECRET: secret })).toThrow(/PUOTI_SECRET and PUOTI_SECRET_FILE/)
    expect(() => readConfig({ PUOTI_SECRET_FILE: join(directory, 'gone') })).toThrow(/PUOTI_SECRET_FILE.*ENOENT/)
    const empty = await write('empty', '\n')
    expect(() => readConfig({ PUOTI_SECRET_FILE: empty })).toThrow(/PUOTI_SECRET_FILE is empty/)
    const two = await write('two', `${secret} 1\n${secret} 2\n`)
    expect(readConfig({ PUOTI_SECRET_PREVIOUS_FILE: two }).earlierSecrets).toEqual([`${secret} 1`, `${secret} 2`])
    const short = await write('short', 'tiny secret')
    expect(() => readConfig({ PUOTI_SECRET_FILE: short })).toThrow(/^(?!.*tiny).*PUOTI_SECRET/)
    await rm(directory, { recursive: true })
  })

  test('treats an empty variable as one that is not set', () => {
    expect(readConfig({ PORT: '', PUOTI_ADMIN_EMAIL: '' })).toMatchObject({ port: 3000, adminEmail: undefined })
  })

  test('accepts senders with and without a name', () => {
    for (const from of ['shop@shop.example', 'The shop <shop@shop.example>', '"Puoti, kylän" <a@b.example>'])
      expect(readConfig({ PUOTI_MAIL_FROM: from }).mailFrom).toBe(from)
  })

  test('warns about unknown names that begin with PUOTI_, with the name that was probably meant', () => {
    const env = { PUOTI_PUBLC_URL: 'x', PUOTI_SECRET_FIEL: 'x', PUOTI_COFFEE: 'on', PUOTI_DEMO: 'off', PATH: '/bin' }
    expect(unknownSettings(env).map(unknownSettingText)).toEqual([
      'PUOTI_COFFEE is no setting of this version: it has no effect.',
      'PUOTI_PUBLC_URL is no setting of this version: it has no effect. Did you mean PUOTI_PUBLIC_URL?',
      'PUOTI_SECRET_FIEL is no setting of this version: it has no effect. Did you mean PUOTI_SECRET_FILE?',
    ])
  })

  test('is documented variable by variable in docs/operator/configuration.md', () => {
    const names = SETTING_NAMES
    const page = readFileSync(new URL('../../docs/operator/configuration.md', import.meta.url), 'utf8')
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('the rows of declared settings there are as the adapters declare them', () => {
    const page = readFileSync(new URL('../../docs/operator/configuration.md', import.meta.url), 'utf8')
    const rows = new Set(page.split('\n').map(line => line.replaceAll(/ +/g, ' ')))
    const declared: EnvironmentSettings[] = [SMTP, ...Object.values(SMS_GATEWAYS)].map(({ settings }) => settings)
    const missing = declared
      .flatMap(settings => Object.values(settings))
      .map(({ variable, initial, unset = 'none', meaning }) => {
        const value = initial === undefined ? unset : `\`${initial}\``
        return `| \`${variable}\` | ${value} | ${meaning} |`
      })
      .filter(row => !rows.has(row))
    expect(missing).toEqual([])
  })
})

describe('SMS gateways', () => {
  const elks = { PUOTI_46ELKS_USER: 'u', PUOTI_46ELKS_PASSWORD: 'p', PUOTI_SMS_SENDER: 'Puoti' }
  const twilio = { PUOTI_TWILIO_ACCOUNT: `AC${'0'.repeat(32)}`, PUOTI_TWILIO_TOKEN: 't', PUOTI_SMS_SENDER: 'Puoti' }
  const url = { PUOTI_SMS_URL: 'http://localhost:1/' }
  const kinds = (variables: Record<string, string>) => readConfig(variables).smsGateways.map(({ kind }) => kind)

  test('are that of the URL by default, or one or two by name, in their order', () => {
    expect(kinds(url)).toEqual(['http'])
    expect(kinds({ ...elks, ...twilio })).toEqual([])
    const env = { ...NAMED, ...elks, ...twilio }
    expect(kinds({ ...env, PUOTI_SMS_GATEWAYS: 'twilio' })).toEqual(['twilio'])
    expect(kinds({ ...env, ...url, PUOTI_SMS_GATEWAYS: '46elks, http' })).toEqual(['46elks', 'http'])
  })

  test.each([
    ['46elks', { ...NAMED }, 'PUOTI_SMS_SENDER'],
    ['46elks', { ...NAMED, PUOTI_SMS_SENDER: 'Puoti' }, 'PUOTI_46ELKS_USER'],
    ['twilio', { ...NAMED, ...twilio, PUOTI_TWILIO_TOKEN: '' }, 'PUOTI_TWILIO_TOKEN'],
    ['http', { ...NAMED }, 'PUOTI_SMS_URL'],
    ['gatewayapi', { ...NAMED }, 'PUOTI_SMS_GATEWAYS'],
    ['twilio,twilio', { ...NAMED, ...twilio }, 'PUOTI_SMS_GATEWAYS'],
    ['http,46elks,twilio', { ...NAMED, ...url, ...elks, ...twilio }, 'PUOTI_SMS_GATEWAYS'],
  ])('%s without what it needs is an error that names the variable', (names, variables, missing) => {
    const read = () => readConfig({ ...variables, PUOTI_SMS_GATEWAYS: names })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`\\b${missing}\\b`))
  })

  test('a commercial SMS gateway counts as reaching beyond this machine, so a demo must set every switch', () => {
    const open = { ...elks, PUOTI_SMS_GATEWAYS: '46elks' }
    expect(() => readConfig(open)).toThrow(/^PUOTI_SMS_GATEWAYS says/)
    expect(() => readConfig({ ...open, PUOTI_46ELKS_URL: 'http://127.0.0.1:1' })).not.toThrow()
    expect(() => readConfig({ ...open, ...NAMED, PUOTI_46ELKS_URL: 'http://elks.example' })).toThrow(/PUOTI_46ELKS_URL/)
  })

  test.each(['Puoti', 'Lähikauppa', '+358401234567', 'Kaupan nimi 12', '12345', '040 123', ' Puoti', '+0401234567'])(
    'the sender %s is a name of up to eleven letters, digits and spaces, or a number in E.164',
    sender => {
      const isValid = ['Puoti', '+358401234567'].includes(sender)
      const read = () => readConfig({ PUOTI_SMS_SENDER: sender })
      if (isValid) expect(read).not.toThrow()
      else expect(read).toThrow(/PUOTI_SMS_SENDER/)
    },
  )
})
