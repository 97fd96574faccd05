import { type User, users } from '#contract/accounts/users.ts'
import { eraseStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { forgetAnswers, rememberAnswer, rememberedAnswer } from '#web/kit/api/remembered-answers.ts'

/** Written after the user, which other tabs read at its storage event. */
export const ACTIVE_STORE_KEY = 'active-store-id'

/**
 * The last user of this browser, so that the app opens at once, and without a network: without email address and phone number.
 */
export const rememberedUser = (): User | undefined => rememberedAnswer(users.update)

/** The server saw a session, and no service worker controls the page: one from its cache is always marked “shopper”. */
export const isFirstVisit = (): boolean =>
  document.documentElement.dataset['first'] === 'shopper' && !navigator.serviceWorker?.controller

/**
 * Stores no email address and phone number, which the app opens without: they come with the server's first response. A user whose
 * number is not verified needs the network anyway, and is fetched before anything renders.
 */
export function rememberUser(user: User): void {
  if (!user.is_verified) return forgetPerson()
  rememberAnswer(users.update, { url: users.update.path, answer: { ...user, email: '', phone: null } })
  if (user.activeStoreId === null) eraseStored(ACTIVE_STORE_KEY)
  else writeStored(ACTIVE_STORE_KEY, String(user.activeStoreId))
}

/** Removes everything stored of the person from this browser: user, store and product list. */
export function forgetPerson(): void {
  eraseStored(ACTIVE_STORE_KEY)
  forgetAnswers()
}

const listeners = new Set<() => void>()

/** Calls back when a user has logged out or was turned away; not when a session expired. Returns the unsubscribe function. */
export function onPersonGone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announcePersonGone(): void {
  for (const listener of listeners) listener()
}
