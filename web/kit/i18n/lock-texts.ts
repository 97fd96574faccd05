import type { LockFinding } from '#domain/stores/lock-health.ts'
import { findLock } from '#domain/stores/locks/lock-providers.ts'
import { adapterText } from './adapter-text.ts'
import type { Translate } from './translate.ts'

/** The name of a kind of lock; null or an unknown kind: no lock. */
export function lockName(provider: string | null, t: Translate): string {
  const lock = provider === null ? undefined : findLock(provider)
  return lock ? adapterText(lock.name) : t('storeForm.noLock')
}

/** The result of a lock's test, in the words of its kind if it has some. */
export function lockFindingText(provider: string, code: LockFinding, t: Translate): string {
  const vendorText = findLock(provider)?.findings?.[code]
  return vendorText ? adapterText(vendorText) : t(`lockPanel.findings.${code}`)
}
