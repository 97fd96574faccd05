import * as z from 'zod/mini'
import { eraseStored, readStored, storedChanges, writeStored } from '#web/kit/api/browser-storage.ts'

const KEY = 'puoti-unsent-language'

const unsent = z.object({ userId: z.int(), languageId: z.int() })

const changes = storedChanges()

export const subscribeToUnsentLanguage = changes.subscribe

/** The language that this user chose here and the server has not received yet: it takes precedence over the server's. */
export function unsentLanguage(userId: number | undefined): number | undefined {
  try {
    const stored = unsent.parse(JSON.parse(readStored(KEY) ?? 'null'))
    return stored.userId === userId ? stored.languageId : undefined
  } catch {
    return undefined
  }
}

export function noteUnsentLanguage(userId: number, languageId: number): void {
  writeStored(KEY, JSON.stringify({ userId, languageId }))
  changes.notify()
}

/** Called after the server's response; a language chosen meanwhile stays. */
export function forgetUnsentLanguage(userId: number, languageId: number): void {
  if (unsentLanguage(userId) !== languageId) return
  eraseUnsentLanguage()
}

export function eraseUnsentLanguage(): void {
  eraseStored(KEY)
  changes.notify()
}
