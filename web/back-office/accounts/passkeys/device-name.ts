import { systemName } from '#domain/accounts/device-names.ts'

/** What a passkey made here may be called, until its owner says otherwise. */
export const deviceName = (userAgent: string): string => systemName(userAgent) ?? ''
