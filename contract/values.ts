import * as z from 'zod/mini'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import { normaliseEmail } from '#domain/format/email-address.ts'
import { normaliseLine, normaliseText } from '#domain/format/normalise-text.ts'

export const LANGUAGE_CODES = ['en', 'fi', 'sv'] as const
export const languageCode = z.enum(LANGUAGE_CODES)
export type LanguageCode = z.output<typeof languageCode>

/**
 * Text that a user typed or pasted, normalised and without surrounding spaces. All text input of the API is based on it or on one
 * of the next two, except where a pattern restricts the text.
 */
export const freeText = z.string().check(z.overwrite(normaliseText))

/** Text in one line, such as a name. */
export const lineText = z.string().check(z.overwrite(normaliseLine))

/** A password, key or address of a program: each character and space counts. */
export const exactText = z.string().check(z.overwrite(withoutDirectionControls))

/** An id of users, stores, products and what else admins create: 32 bits in the database. Larger ids are rejected before a query. */
export const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/** An id of orders, payments and whatever grows with sales: 64 bits in the database, of which JavaScript counts 53 exactly. */
export const longId = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))

/** An id in a path arrives as text. */
export const pathId = z.pipe(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)), id)
export const longPathId = z.pipe(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number)), longId)

/** Euros, VAT included, as a number with two decimals. */
export const euros = z.number()

/** A number with at most three decimals: pieces, kilograms, litres. */
export const quantity = z.number()

/** How full a product's shelf in a store is, against its alarm limit. */
export const stockLevel = z.enum(['ok', 'low', 'out', 'negative'])
export type StockLevel = z.output<typeof stockLevel>

/** One WebP file of an image, for `srcset`. */
export const imageFile = z.object({ url: z.string(), width: z.int() })

/** ISO 8601 in UTC. */
export const instant = z.string()

export const MAX_EMAIL_LENGTH = 254

export const email = z.pipe(
  z.pipe(z.string().check(z.maxLength(MAX_EMAIL_LENGTH)), z.transform(normaliseEmail)),
  z.email(),
)

/** How often a record was saved. A save sends the revision that it started from. */
export const revision = z.int().check(z.minimum(1))
/** The reason, for the audit log. */
export const reason = z.optional(freeText.check(z.maxLength(500)))

/** Idempotency key, created by the client once per submission: a repeated key is the same submission. */
export const clientKey = z.string().check(z.regex(/^[\w-]{8,64}$/))

export const nothing = z.object({})

/** As a package names it: AI 10 of GS1. */
export const lotNumber = z.string().check(z.regex(/^[!-~]{1,20}$/))

/** yyyy-mm-dd, on a package. Whoever receives it checks that the calendar has it: shoppers' scripts don't load that. */
export const packageDay = z.string().check(z.regex(/^[12]\d{3}-\d\d-\d\d$/))
