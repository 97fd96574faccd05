import type { Generated, GeneratedAlways } from 'kysely'

export type Id = GeneratedAlways<number>
export type CreatedAt = Generated<Date>
/** A date without a time: yyyy-mm-dd. */
export type DateText = string
/** A text in each language of the interface. */
export type Texts = { en: string; fi: string; sv: string }
export type TermsText = { title: string; paragraphs: string[] }
