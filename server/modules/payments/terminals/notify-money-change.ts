import type { LanguageCode } from '#contract/values.ts'
import { type FieldChange, type Facts, fieldChanges } from '#domain/field-changes.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { mailAdmins } from '#server/platform/email/mail-admins.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

type MoneyChange = {
  terminalId: number
  /** As in the audit log; null: it is new. */
  before: Facts | null
  after: Facts
  author: Author
}

/** Mails all admins when a terminal or an app was added, connected in another way or taken back into use: its payments may go to another account. */
export async function notifyMoneyChange(context: Context & { db: Trx }, change: MoneyChange): Promise<void> {
  const { terminalId, before, after, author } = change
  const changes = fieldChanges(before, after).filter(({ field }) => field !== 'name')
  if (changes.length === 0) return
  const terminal = await context.db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .select(['terminal.name', 'store.name as store'])
    .where('terminal.id', '=', terminalId)
    .executeTakeFirstOrThrow()
  const { email } = await context.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', author.userId)
    .executeTakeFirstOrThrow()
  await mailAdmins(context, {
    write(language) {
      const texts: Texts = TEXTS[language]
      const what = [
        `${texts.store}: ${terminal.store}`,
        `${texts.way}: ${terminal.name}`,
        ...changes.map(each => changeText(each, texts)),
      ]
      const when = shopTimeText(author.at.toISOString())
      return {
        subject: before ? texts.changed(terminal.store) : texts.added(terminal.store),
        parts: [texts.intro, { lines: [...what, `${texts.author}: ${email}, ${when}`] }, texts.notYou],
      }
    },
  })
}

/** Settings are texts and numbers. */
const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–'

function changeText({ field, from, to }: FieldChange, texts: Texts): string {
  const name = field.split('.').at(-1) ?? field
  if (name === 'retired') return texts.reused
  if (field.startsWith('fingerprints.')) return `${name}: ${to === null ? texts.removedKey : texts.newKey}`
  return `${texts.fields[name] ?? name}: ${plainText(from)} → ${plainText(to)}`
}

type Texts = {
  added: (store: string) => string
  changed: (store: string) => string
  intro: string
  store: string
  way: string
  author: string
  newKey: string
  removedKey: string
  reused: string
  /** Vendors' own names of fields, such as poi_id, are the same in every language. */
  fields: Readonly<Record<string, string>>
  notYou: string
}

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    added: store => `${store}: a way to pay was added`,
    changed: store => `${store}: the connection of a way to pay has changed`,
    intro: 'Payments may now go to another account. Check that this is right:',
    store: 'Store',
    way: 'Terminal or app',
    author: 'Changed by',
    newKey: 'a new key',
    removedKey: 'removed',
    reused: 'In use again',
    fields: {
      provider: 'Type',
      transport: 'Connection',
      environment: 'Environment',
      merchant_serial_number: 'Sales unit (merchant serial number)',
      merchant_account: 'Merchant account',
      host: 'Host or IP address',
      port: 'Port',
      url: 'Address',
      user: 'User',
    },
    notYou:
      'If nobody among you wanted this, stop using the terminal or app on the store’s page at once, and contact the other admins.',
  },
  fi: {
    added: store => `${store}: maksutapa lisättiin`,
    changed: store => `${store}: maksutavan yhteys muuttui`,
    intro: 'Maksut saattavat nyt mennä toiselle tilille. Tarkista, että tämä on oikein:',
    store: 'Kauppa',
    way: 'Maksupääte tai sovellus',
    author: 'Muutoksen teki',
    newKey: 'uusi avain',
    removedKey: 'poistettu',
    reused: 'Otettu taas käyttöön',
    fields: {
      provider: 'Tyyppi',
      transport: 'Yhteys',
      environment: 'Ympäristö',
      merchant_serial_number: 'Myyntipaikka (merchant serial number)',
      merchant_account: 'Kauppiastili',
      host: 'Osoite (verkkonimi tai IP)',
      port: 'Portti',
      url: 'Osoite',
      user: 'Käyttäjä',
    },
    notYou:
      'Jos kukaan teistä ei tarkoittanut tätä, poista maksupääte tai sovellus heti käytöstä kaupan sivulla ja ota yhteyttä muihin ylläpitäjiin.',
  },
  sv: {
    added: store => `${store}: ett betalsätt lades till`,
    changed: store => `${store}: ett betalsätts anslutning ändrades`,
    intro: 'Betalningarna kan nu gå till ett annat konto. Kontrollera att det stämmer:',
    store: 'Butik',
    way: 'Betalterminal eller app',
    author: 'Ändrat av',
    newKey: 'ny nyckel',
    removedKey: 'borttagen',
    reused: 'Används igen',
    fields: {
      provider: 'Typ',
      transport: 'Anslutning',
      environment: 'Miljö',
      merchant_serial_number: 'Försäljningsställe (merchant serial number)',
      merchant_account: 'Handlarkonto',
      host: 'Adress (nätverksnamn eller IP)',
      port: 'Port',
      url: 'Adress',
      user: 'Användare',
    },
    notYou:
      'Om ingen av er avsåg detta: sluta genast använda terminalen eller appen på butikens sida och kontakta de andra administratörerna.',
  },
}
