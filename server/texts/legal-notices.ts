import type { LanguageCode } from '#contract/values.ts'
import type { DataKind } from '#domain/accounts/personal-data.ts'
import { EN } from './en/legal-notices.ts'
import { FI } from './fi/legal-notices.ts'
import { SV } from './sv/legal-notices.ts'

type NoticeText = { title: string; paragraphs: readonly string[] }
/** What is kept, why and on what legal basis, and how long. */
type StoredTexts = { what: string; why: string; until: string }
/**
 * `cameras`: for an operator with cameras. `mobilepay`: the place `{mobilepay}` while a store takes MobilePay. `kinds`: the list below the notice, which applies to the shop whatever the notice
 * contains.
 */
export type NoticesIn = {
  privacy: NoticeText
  cameras: NoticeText
  mobilepay: string
  kinds: Record<DataKind, StoredTexts>
}

/**
 * The built-in notices on personal data and on cameras, until the operator replaces them: everything that article 13 of the
 * General Data Protection Regulation requires. How long each kind is kept is in the list below the notice.
 */
export const NOTICES: Record<LanguageCode, NoticesIn> = { en: EN, fi: FI, sv: SV }
