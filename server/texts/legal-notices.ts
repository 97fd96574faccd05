import type { LanguageCode } from '#contract/values.ts'
import { EN, type NoticesIn } from './en/legal-notices.ts'
import { FI } from './fi/legal-notices.ts'
import { SV } from './sv/legal-notices.ts'

/**
 * The built-in notices on personal data and on cameras, until the operator replaces them: everything that article 13 of the
 * General Data Protection Regulation requires. How long each kind is kept is in the list below the notice.
 */
export const NOTICES: Record<LanguageCode, NoticesIn> = { en: EN, fi: FI, sv: SV }
