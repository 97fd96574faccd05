import { useEffect, useSyncExternalStore } from 'react'
import { eraseStored, readStored, storedChanges, storedKeys, writeStored } from '#web/kit/api/browser-storage.ts'
import { onPersonGone, rememberedUser } from '#web/kit/session/remembered-user.ts'

/**
 * What a shopper avoids: health data, so it stays in this browser, and no request contains it. The key contains the user: another
 * one may sign in here by link, without a logout before.
 */
const KEY_PREFIX = 'puoti-allergens'

const allergenChanges = storedChanges()
const storageKey = (userId: number) => `${KEY_PREFIX}-${userId}`

/** Their names with commas between; null without any. */
export function readAllergens(): string | null {
  const user = rememberedUser()
  return user ? readStored(storageKey(user.id)) : null
}

/** The same, read again whenever it or the user changes: what is on the screen must not warn of another user’s allergens. */
export const useAllergens = (): string | null => useSyncExternalStore(allergenChanges.subscribe, readAllergens)

/** Returns whether the choice outlasts the page. */
export function storeAllergens(chosen: readonly string[]): boolean {
  const user = rememberedUser()
  if (!user) return false
  const isStored = chosen.length === 0 || writeStored(storageKey(user.id), chosen.join(','))
  if (chosen.length === 0) eraseStored(storageKey(user.id))
  allergenChanges.notify()
  return isStored
}

/** Erases the choices of all users but this one. */
export function eraseAllergens(exceptUserId?: number): void {
  const stays = exceptUserId === undefined ? undefined : storageKey(exceptUserId)
  for (const key of storedKeys(KEY_PREFIX)) if (key !== stays) eraseStored(key)
  allergenChanges.notify()
}

/** A logout erases the shopper's choice, and a sign-in those of everyone else. */
export function useOwnAllergensOnly(userId: number | undefined): void {
  useEffect(() => onPersonGone(eraseAllergens), [])
  useEffect(() => {
    if (userId !== undefined) eraseAllergens(userId)
  }, [userId])
}
