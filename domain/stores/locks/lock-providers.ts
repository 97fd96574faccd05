import type { AdapterSetting, AdapterSettings } from '#domain/adapter-settings.ts'
import type { LockDeclaration } from './lock-declaration.ts'
import { NUKI } from './nuki.ts'
import { ROTATING } from './rotating.ts'
import { SEAM } from './seam.ts'

/** The kinds of locks, by the name in a store's row, in the order of their choice. */
export const LOCKS = { rotating: ROTATING, nuki: NUKI, seam: SEAM } as const satisfies Record<string, LockDeclaration>

export type LockProvider = keyof typeof LOCKS

export const isLockProvider = (name: string): name is LockProvider => Object.hasOwn(LOCKS, name)
// The object has no other keys.
export const LOCK_PROVIDERS = Object.keys(LOCKS) as readonly LockProvider[]

/** Undefined for a kind that this version doesn't support. */
export const findLock = (name: string): LockDeclaration | undefined => (isLockProvider(name) ? LOCKS[name] : undefined)

/** The names of the settings of all kinds of locks. */
export type LockSettingName = { [Each in LockProvider]: keyof (typeof LOCKS)[Each]['settings'] & string }[LockProvider]

const lockSettings: AdapterSettings = Object.assign({}, ...LOCK_PROVIDERS.map(provider => LOCKS[provider].settings))
// The names of their objects' keys.
export const LOCK_SETTING_NAMES = Object.keys(lockSettings) as readonly LockSettingName[]

export const findLockSetting = (name: string): AdapterSetting | undefined => lockSettings[name]
