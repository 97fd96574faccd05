import { eraseStored, readStored, writeStored } from './browser-storage.ts'

const STORAGE_KEY = 'puoti-csrf'

/** The token sent with every call. It is read each time, since another tab may have signed in meanwhile. */
export const csrfToken = (): string | null => readStored(STORAGE_KEY)

export const keepCsrfToken = (token: string): void => void writeStored(STORAGE_KEY, token)

export const eraseCsrfToken = (): void => eraseStored(STORAGE_KEY)
