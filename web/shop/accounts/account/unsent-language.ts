import * as z from 'zod/mini'
import { eraseStored, readStored, storedChanges, writeStored } from '#web/kit/api/browser-storage.ts'

const STORAGE_KEY = 'puoti-unsent-language'

const unsentSchema = z.object({ userId: z.int(), languageId: z.int() })

const languageChanges = storedChanges()

export const subscribeToUnsentLanguage = languageChanges.subscribe

/** The language that this user chose here and the server has not received yet: it takes precedence over the server's. */
export function unsentLanguage(userId: number | undefined): number | undefined {
  try {
    const stored = unsentSchema.parse(JSON.parse(readStored(STORAGE_KEY) ?? 'null'))
    return stored.userId === userId ? stored.languageId : undefined
  } catch {
    return undefined
  }
}

export function noteUnsentLanguage(userId: number, languageId: number): void {
  writeStored(STORAGE_KEY, JSON.stringify({ userId, languageId }))
  languageChanges.notify()
}

/** Called after the server's response; a language chosen meanwhile stays. */
export function forgetUnsentLanguage(userId: number, languageId: number): void {
  if (unsentLanguage(userId) !== languageId) return
  eraseUnsentLanguage()
}

export function eraseUnsentLanguage(): void {
  eraseStored(STORAGE_KEY)
  languageChanges.notify()
}
