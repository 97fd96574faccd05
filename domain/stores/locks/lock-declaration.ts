import type { AdapterDeclaration, AdapterText } from '#domain/adapter-settings.ts'
import type { LockFinding } from '#domain/stores/lock-health.ts'

/** What a kind of lock declares. `lead`: what it does, beside its test. */
export type LockDeclaration = AdapterDeclaration & {
  lead: AdapterText
  /** Where its vendor is reached, unless the configuration has another address. */
  url?: string
  /** A keypad computes the codes from a key, which admins create here. */
  hasKeypadKey?: true
  /** Its own texts for the results of its test; others have a text for every kind of lock. */
  findings?: Readonly<Partial<Record<LockFinding, AdapterText>>>
}
