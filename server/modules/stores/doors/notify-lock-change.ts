import type { LanguageCode } from '#contract/values.ts'
import { type Facts, type FieldChange, fieldChanges } from '#domain/field-changes.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { mailAdmins } from '#server/platform/email/mail-admins.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** `before` and `after`: as in the audit log; without a lock, and for a store that is new, null. */
type LockChange = { storeId: number; before: Facts | null; after: Facts | null; author: Author }

/** Mails all admins when a store's lock, its settings or the key of its keypad change: the door may open for other people. */
export async function notifyLockChange(context: Pick<Context, 'outbox'> & { db: Trx }, change: LockChange) {
  const { storeId, before, after, author } = change
  const changes = fieldChanges(before ?? NO_LOCK, after ?? NO_LOCK)
  if (changes.length === 0) return
  const { name: store } = await context.db
    .selectFrom('store')
    .select('name')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const { email } = await context.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', author.userId)
    .executeTakeFirstOrThrow()
  await mailAdmins(context, {
    write(language) {
      const texts: Texts = TEXTS[language]
      const what = changes.map(each => changeText(each, texts)).filter(text => text !== undefined)
      const by = `${texts.author}: ${email}, ${shopTimeText(author.at.toISOString())}`
      return {
        subject: texts.subject(store),
        parts: [texts.intro, { lines: [`${texts.store}: ${store}`, ...what, by] }, texts.notYou],
      }
    },
  })
}

const NO_LOCK = { provider: null, smartlock_id: null, fingerprint: null }

function changeText({ field, from, to }: FieldChange, texts: Texts): string | undefined {
  const plain = (value: unknown) => (typeof value === 'string' ? (texts.locks[value] ?? value) : '–')
  if (field === 'keypad_key') return texts.newKey
  if (field === 'fingerprint') return to === null ? undefined : texts.newToken
  return `${field === 'provider' ? texts.lock : texts.smartlock}: ${plain(from)} → ${plain(to)}`
}

type Texts = {
  subject: (store: string) => string
  intro: string
  store: string
  lock: string
  smartlock: string
  locks: Readonly<Record<string, string>>
  newToken: string
  newKey: string
  author: string
  notYou: string
}

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    subject: store => `${store}: the door’s lock has changed`,
    intro: 'The door may now open with other codes. Check that this is right:',
    store: 'Store',
    lock: 'Lock',
    smartlock: 'Lock number in Nuki',
    locks: { rotating: 'Code that changes automatically', nuki: 'Nuki lock' },
    newToken: 'API token: a new one',
    newKey: 'The keypad has a new key',
    author: 'Changed by',
    notYou:
      'If nobody among you wanted this, correct the lock on the store’s page at once, and contact the other admins.',
  },
  fi: {
    subject: store => `${store}: oven lukko muuttui`,
    intro: 'Ovi saattaa nyt avautua toisilla koodeilla. Tarkista, että tämä on oikein:',
    store: 'Kauppa',
    lock: 'Lukko',
    smartlock: 'Lukon numero Nukissa',
    locks: { rotating: 'Itsestään vaihtuva koodi', nuki: 'Nuki-lukko' },
    newToken: 'API-avain: uusi',
    newKey: 'Näppäimistöllä on uusi avain',
    author: 'Muutoksen teki',
    notYou:
      'Jos kukaan teistä ei tarkoittanut tätä, korjaa lukko heti kaupan sivulla ja ota yhteyttä muihin ylläpitäjiin.',
  },
  sv: {
    subject: store => `${store}: dörrens lås har ändrats`,
    intro: 'Dörren kan nu öppnas med andra koder. Kontrollera att det stämmer:',
    store: 'Butik',
    lock: 'Lås',
    smartlock: 'Låsets nummer hos Nuki',
    locks: { rotating: 'Kod som byts automatiskt', nuki: 'Nuki-lås' },
    newToken: 'API-nyckel: ny',
    newKey: 'Knappsatsen har en ny nyckel',
    author: 'Ändrat av',
    notYou: 'Om ingen av er avsåg detta: rätta genast låset på butikens sida och kontakta de andra administratörerna.',
  },
}
