import type { LanguageCode } from '#contract/values.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { mailAdmins } from '#server/platform/email/mail-admins.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

export const ADMIN_EVENTS = [
  'granted',
  'revoked',
  'blocked',
  'unblocked',
  'phoneBlocked',
  'removed',
  'firstPasskey',
  'passkeysReset',
] as const
export type AdminEvent = (typeof ADMIN_EVENTS)[number]

/** The admin concerned receives a mail of their own about these. */
const OWN_MAIL: readonly AdminEvent[] = ['firstPasskey', 'passkeysReset']

type Rights = { isAdmin: boolean; isVerified: boolean; isBlocked: boolean; passkeys: number }

/** Which change of an admin all admins are mailed about; undefined: none. */
export function adminEvent(before: Rights, after: Rights): AdminEvent | undefined {
  if (before.isAdmin !== after.isAdmin) return after.isAdmin ? 'granted' : 'revoked'
  if (!after.isAdmin) return undefined
  if (before.isBlocked !== after.isBlocked) return after.isBlocked ? 'blocked' : 'unblocked'
  if (before.passkeys > 0 && after.passkeys === 0) return 'passkeysReset'
  return before.isVerified && !after.isVerified ? 'phoneBlocked' : undefined
}

/** `email`: of the admin concerned. `author`: the address of who did it; null: the operator of the server. */
type Change = { event: AdminEvent; userId: number; email: string; author: string | null; at: Date }

/**
 * Mails all admins, and the one concerned, that an admin was added, blocked or removed, or that an admin's passkeys begin or were
 * reset: an intruder can't do it unseen.
 */
export async function notifyAdmins(context: Pick<Context, 'outbox'> & { db: Trx }, change: Change): Promise<void> {
  const { event, userId, email, author, at } = change
  const time = shopTimeText(at.toISOString())
  await mailAdmins(context, {
    ...(OWN_MAIL.includes(event) ? { exceptUser: userId } : event !== 'removed' && { withUser: userId }),
    // The first admin of a shop knows it already.
    isForOthers: event === 'granted',
    write(language) {
      const texts: Texts = TEXTS[language]
      const notYou = event === 'removed' ? texts.notYouRemoved : texts.notYou
      const parts = [texts[event](email), texts.author(author ?? texts.operator, time), notYou]
      return { subject: texts.subjects[event](email), parts }
    },
  })
}

type Texts = Record<AdminEvent, (email: string) => string> & {
  subjects: Record<AdminEvent, (email: string) => string>
  operator: string
  author: (who: string, time: string) => string
  notYou: string
  /** Of a removal, which can’t be undone. */
  notYouRemoved: string
}

const TEXTS = {
  en: {
    subjects: {
      granted: email => `New admin: ${email}`,
      revoked: email => `No longer an admin: ${email}`,
      blocked: email => `Admin blocked: ${email}`,
      unblocked: email => `Admin unblocked: ${email}`,
      phoneBlocked: email => `An admin’s phone number was blocked: ${email}`,
      removed: email => `Admin’s account removed: ${email}`,
      firstPasskey: email => `An admin’s first passkey: ${email}`,
      passkeysReset: email => `An admin’s passkeys were reset: ${email}`,
    },
    granted: email => `${email} is now an admin and can do everything in the back office.`,
    revoked: email => `${email} is no longer an admin and can’t use the back office.`,
    blocked: email => `${email}, an admin, was blocked and logged out everywhere.`,
    unblocked: email => `${email}, an admin, was unblocked and can use the back office again.`,
    phoneBlocked: email =>
      `The phone number of ${email} was blocked. This admin can’t use the back office before verifying another number.`,
    removed: email => `The account of ${email}, an admin, was removed for good.`,
    firstPasskey: email => `${email} added their first passkey. The back office now asks for it.`,
    passkeysReset: email =>
      `All passkeys of ${email}, an admin, were removed, and the admin was logged out everywhere.`,
    operator: 'the operator of the server',
    author: (who, time) => `Changed by: ${who}, ${time}`,
    notYou:
      'If nobody among you wanted this, open the back office, undo the change under Users, and block whoever made it. Can’t you log in? Contact whoever runs the server.',
    notYouRemoved:
      'If nobody among you wanted this, open the back office and block whoever removed the account, under Users. The account can’t be restored: a person who should still be an admin logs in again and is then made an admin under Users. Can’t you log in? Contact whoever runs the server.',
  },
  fi: {
    subjects: {
      granted: email => `Uusi ylläpitäjä: ${email}`,
      revoked: email => `Ei enää ylläpitäjä: ${email}`,
      blocked: email => `Ylläpitäjä estettiin: ${email}`,
      unblocked: email => `Ylläpitäjän esto poistettiin: ${email}`,
      phoneBlocked: email => `Ylläpitäjän puhelinnumero estettiin: ${email}`,
      removed: email => `Ylläpitäjän tili poistettiin: ${email}`,
      firstPasskey: email => `Ylläpitäjän ensimmäinen pääsyavain: ${email}`,
      passkeysReset: email => `Ylläpitäjän pääsyavaimet nollattiin: ${email}`,
    },
    granted: email => `${email} on nyt ylläpitäjä ja voi tehdä ylläpidossa kaiken.`,
    revoked: email => `${email} ei ole enää ylläpitäjä eikä voi käyttää ylläpitoa.`,
    blocked: email => `Ylläpitäjä ${email} estettiin ja kirjattiin ulos kaikkialta.`,
    unblocked: email => `Ylläpitäjän ${email} esto poistettiin. Hän voi taas käyttää ylläpitoa.`,
    phoneBlocked: email =>
      `Ylläpitäjän ${email} puhelinnumero estettiin. Hän voi käyttää ylläpitoa vasta vahvistettuaan toisen numeron.`,
    removed: email => `Ylläpitäjän ${email} tili poistettiin lopullisesti.`,
    firstPasskey: email => `${email} lisäsi ensimmäisen pääsyavaimensa. Ylläpito kysyy sitä tästä lähtien.`,
    passkeysReset: email =>
      `Ylläpitäjän ${email} kaikki pääsyavaimet poistettiin, ja hänet kirjattiin ulos kaikkialta.`,
    operator: 'palvelimen ylläpito',
    author: (who, time) => `Muutoksen teki: ${who}, ${time}`,
    notYou:
      'Jos kukaan teistä ei tarkoittanut tätä, avaa ylläpito, peru muutos kohdassa Käyttäjät ja estä muutoksen tekijä. Etkö pääse kirjautumaan? Ota yhteyttä palvelimen ylläpitoon.',
    notYouRemoved:
      'Jos kukaan teistä ei tarkoittanut tätä, avaa ylläpito ja estä tilin poistaja kohdassa Käyttäjät. Tiliä ei voi palauttaa. Jos henkilön pitää yhä olla ylläpitäjä, pyydä häntä kirjautumaan uudelleen ja tee hänestä sitten ylläpitäjä kohdassa Käyttäjät. Etkö pääse kirjautumaan? Ota yhteyttä palvelimen ylläpitoon.',
  },
  sv: {
    subjects: {
      granted: email => `Ny administratör: ${email}`,
      revoked: email => `Inte längre administratör: ${email}`,
      blocked: email => `Administratör spärrad: ${email}`,
      unblocked: email => `Administratörens spärr hävd: ${email}`,
      phoneBlocked: email => `En administratörs telefonnummer spärrades: ${email}`,
      removed: email => `Administratörens konto borttaget: ${email}`,
      firstPasskey: email => `En administratörs första lösennyckel: ${email}`,
      passkeysReset: email => `En administratörs lösennycklar nollställdes: ${email}`,
    },
    granted: email => `${email} är nu administratör och kan göra allt i administrationen.`,
    revoked: email => `${email} är inte längre administratör och kan inte använda administrationen.`,
    blocked: email => `Administratören ${email} spärrades och loggades ut överallt.`,
    unblocked: email => `Spärren för administratören ${email} hävdes. Hen kan använda administrationen igen.`,
    phoneBlocked: email =>
      `Administratören ${email} fick sitt telefonnummer spärrat och kan använda administrationen först när ett annat nummer har bekräftats.`,
    removed: email => `Kontot för administratören ${email} togs bort för gott.`,
    firstPasskey: email =>
      `${email} lade till sin första lösennyckel. Från och med nu frågar administrationen efter den.`,
    passkeysReset: email => `Administratören ${email} fick alla sina lösennycklar borttagna och loggades ut överallt.`,
    operator: 'serverns ansvariga',
    author: (who, time) => `Ändrat av: ${who}, ${time}`,
    notYou:
      'Om ingen av er avsåg detta: öppna administrationen, ångra ändringen under Användare och spärra den som gjorde den. Kan du inte logga in? Kontakta den som sköter servern.',
    notYouRemoved:
      'Om ingen av er avsåg detta: öppna administrationen och spärra den som tog bort kontot under Användare. Kontot kan inte återställas. Om personen fortfarande ska vara administratör: be hen logga in igen och gör hen sedan till administratör under Användare. Kan du inte logga in? Kontakta den som sköter servern.',
  },
} satisfies Record<LanguageCode, Texts>
