import type { LanguageCode } from '#contract/values.ts'
import type { DataKind } from '#domain/accounts/personal-data.ts'
import { EN } from './en.ts'
import { FI } from './fi.ts'
import { SV } from './sv.ts'

type Text = { title: string; paragraphs: readonly string[] }
/** What is kept, why and on what legal basis, and how long. */
type Kept = { what: string; why: string; until: string }
/** `cameras`: for an operator who has some. `kinds`: the list below the notice, which is true of the shop whatever the notice says. */
export type NoticesIn = { privacy: Text; cameras: Text; kinds: Record<DataKind, Kept> }

/**
 * What the shop itself says of personal data and of cameras, until the operator says it in other words: all that article 13 of
 * the General Data Protection Regulation asks for. How long each kind is kept stands in the list below the notice.
 */
export const NOTICES: Record<LanguageCode, NoticesIn> = { en: EN, fi: FI, sv: SV }
