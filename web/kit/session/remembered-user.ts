import { users, type User } from '#contract/accounts/users.ts'
import { eraseStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { forgetAnswers, rememberAnswer, rememberedAnswer } from '#web/kit/api/remembered-answers.ts'

/** Written after the user, for other tabs too: they hear of it. */
export const ACTIVE_STORE_KEY = 'active-store-id'

/** Who used this browser last, so that the app opens at once, and without a network: without address and number. */
export const rememberedUser = (): User | undefined => rememberedAnswer(users.update)

/**
 * Never the address and the number, which the app opens without: they come with the server's first answer. Whoever has still
 * to verify a number needs the network anyway, and is asked about before anything is drawn.
 */
export function rememberUser(user: User): void {
  if (!user.is_verified) return forgetPerson()
  rememberAnswer(users.update, { url: users.update.path, answer: { ...user, email: '', phone: null } })
  if (user.activeStoreId === null) eraseStored(ACTIVE_STORE_KEY)
  else writeStored(ACTIVE_STORE_KEY, String(user.activeStoreId))
}

/** Nothing that was remembered of the person stays in this browser: user, store and product list. */
export function forgetPerson(): void {
  eraseStored(ACTIVE_STORE_KEY)
  forgetAnswers()
}
