import * as z from 'zod/mini'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const KEY = 'puoti-pending-login'
const VALID_MS = 10 * 60_000

const pending = z.object({ email: z.string(), at: z.number() })

/** The address to which a code was just mailed: a phone may close the app while the user reads the mail. */
export function pendingLogin(now: number): string | undefined {
  try {
    const { email, at } = pending.parse(JSON.parse(readStored(KEY) ?? ''))
    if (now - at < VALID_MS) return email
    erasePendingLogin()
    return undefined
  } catch {
    return undefined
  }
}

export const keepPendingLogin = (email: string, now: number): void =>
  void writeStored(KEY, JSON.stringify({ email, at: now }))

export const erasePendingLogin = (): void => eraseStored(KEY)
