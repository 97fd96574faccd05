import { aboutTerminal, settingsEncryptor } from '#server/modules/payments/terminals/queries.ts'
import { aboutStore, lockEncryptor } from '#server/modules/stores/doors/lock-settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { createEncryptor } from '#server/platform/secrets/secrets.ts'

type RotationContext = Pick<Context, 'db' | 'secrets' | 'log'>
type EncryptedRow = {
  encrypted: string
  about: string
  /** Does nothing if the text was changed meanwhile. */
  save: (reencrypted: string) => Promise<unknown>
}
type RotationCounts = { reencrypted: number; lost: number }

/**
 * Re-encrypts with the newest secret what was encrypted with an earlier one. Emails and door codes exist for days at most, and
 * are not re-encrypted. Logs how much still depends on an earlier secret, and how much on a secret that is gone.
 */
export async function rotateKeys(context: RotationContext): Promise<void> {
  const terminals = await reencryptTerminals(context)
  const locks = await reencryptLocks(context)
  const keypads = await keypadsOfEarlierSecrets(context)
  const reencrypted = terminals.reencrypted + locks.reencrypted
  const lost = terminals.lost + locks.lost
  if (reencrypted > 0 || keypads > 0)
    context.log.info(
      { reencrypted, keypads },
      're-encrypted with the current secret; keypads with an earlier key remain',
    )
  if (lost > 0)
    context.log.warn(
      { lost },
      "settings can't be decrypted with any secret: enter the settings of terminals and locks again",
    )
}

async function reencryptTerminals(context: RotationContext): Promise<RotationCounts> {
  const { db } = context
  const rows = await db.selectFrom('terminal').select(['id', 'settings_encrypted as encrypted']).execute()
  const change = (id: number, former: string, settings_encrypted: string) =>
    db
      .updateTable('terminal')
      .set({ settings_encrypted })
      .where('id', '=', id)
      .where('settings_encrypted', '=', former)
      .execute()
  return reencryptEach(
    settingsEncryptor(context),
    rows.flatMap(({ id, encrypted }) =>
      encrypted === null
        ? []
        : { encrypted, about: aboutTerminal(id), save: reencrypted => change(id, encrypted, reencrypted) },
    ),
  )
}

async function reencryptLocks(context: RotationContext): Promise<RotationCounts> {
  const { db } = context
  const rows = await db.selectFrom('store').select(['id', 'lock_settings_encrypted as encrypted']).execute()
  const change = (id: number, former: string, lock_settings_encrypted: string) =>
    db
      .updateTable('store')
      .set({ lock_settings_encrypted })
      .where('id', '=', id)
      .where('lock_settings_encrypted', '=', former)
      .execute()
  return reencryptEach(
    lockEncryptor(context),
    rows.flatMap(({ id, encrypted }) =>
      encrypted === null
        ? []
        : { encrypted, about: aboutStore(id), save: reencrypted => change(id, encrypted, reencrypted) },
    ),
  )
}

async function reencryptEach(
  by: ReturnType<typeof createEncryptor>,
  rows: readonly EncryptedRow[],
): Promise<RotationCounts> {
  const counts = { reencrypted: 0, lost: 0 }
  for (const { encrypted, about, save } of rows) {
    if (by.isNewest(encrypted)) continue
    const text = openOrUndefined(() => by.decrypt(about, encrypted))
    if (text === undefined) counts.lost += 1
    else {
      await save(by.encrypt(about, text))
      counts.reencrypted += 1
    }
  }
  return counts
}

function openOrUndefined(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

/** The number of keypads whose key is not derived from the newest secret. */
async function keypadsOfEarlierSecrets({ db, secrets }: RotationContext): Promise<number> {
  const { count } = await db
    .selectFrom('store')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('keypad_key_number', '>', 0)
    .where('lock_provider', '=', 'rotating')
    .where('keypad_key_secret', '!=', secrets.names[0])
    .executeTakeFirstOrThrow()
  return count
}
