import { eraseStored, readStored, writeStored } from './browser-storage.ts'

const STORAGE_KEY = 'puoti-csrf'

/** The token that every call carries. Read anew each time: another tab may have signed in meanwhile. */
export const csrfToken = (): string | null => readStored(STORAGE_KEY)

export const keepCsrfToken = (token: string): void => void writeStored(STORAGE_KEY, token)

export const eraseCsrfToken = (): void => eraseStored(STORAGE_KEY)
