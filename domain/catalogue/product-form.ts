import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { namesOfKind } from '#domain/record-fields.ts'
import { eanProblem, hasPieceCodeAsCase, parseVariableMeasure, type VariableMeasureLayout } from './barcode.ts'
import { normaliseGtin } from './gtin.ts'
import { MAX_PRICE_CENTS } from './price-plan.ts'
import { PRODUCT_FIELDS, type ProductFieldOf, type ProductRecord } from './product-fields.ts'

/** The problems of a form field; the web has a text for each. The specification defines `eanLength`, `ean13` and `ean14`. */
export const FIELD_PROBLEMS = [
  'required',
  'tooLong',
  'invalidAmount',
  'invalidQuantity',
  /** A limit, or a content, outside its range. */
  'limitRange',
  'contentRange',
  'depositAbovePrice',
  /** A planned price, or that of a campaign, is lower. */
  'depositAbovePlan',
  'eanLength',
  'ean13',
  'ean14',
  /** A case's code in the field of one piece. */
  'eanOfCase',
  /** A piece's code in the field of a case, of a product without another code. */
  'eanOfPiece',
  /** More further codes than `count`. */
  'tooManyCodes',
  'codeLength',
  'codeKind',
  'prefix',
  'taken',
  'unknown',
  'repeated',
  /** A further code that the product has already. */
  'codeTwice',
  'inEvent',
] as const

export type FieldProblem = {
  field: string
  problem: (typeof FIELD_PROBLEMS)[number]
  /** For `tooLong` and `tooManyCodes`: the maximum number. */
  count?: number
  /** For `taken`: the product that has the code. */
  product_id?: number
  /** For `inEvent`: the open events that sell it in its current form. Of further codes: the wrong one. */
  value?: string
}

type ProductTexts = { en: string; fi: string; sv: string }

/** A product as an admin types it: euros and quantities as decimal numbers. Of fields without rules here, any value is valid. */
export type ProductForm = Pick<ProductRecord, ProductFieldOf<'euros' | 'quantity' | 'text' | 'code' | 'codes'>> &
  Pick<ProductRecord, 'content_unit' | 'units_per_case' | 'product_code_type'> & {
    names: ProductTexts
    descriptions: ProductTexts
    stores?: readonly { store_id: number; offered: boolean; alarm_limit: number | null }[] | undefined
  }

export const MAX_LENGTH = { names: 100, descriptions: 2000 } as const
const EURO_FIELDS = namesOfKind(PRODUCT_FIELDS, 'euros')
const TEXT_FIELDS = namesOfKind(PRODUCT_FIELDS, 'text')
/** A content has a rule of its own. */
const QUANTITY_FIELDS = namesOfKind(PRODUCT_FIELDS, 'quantity').filter(name => name !== 'content_quantity')
export const MAX_QUANTITY_THOUSANDTHS = 1_000_000_000
const CODE_LENGTH = 13
export const MAX_FURTHER_CODES = 10

type FieldProblems = FieldProblem[]
type StoredCodes = Pick<ProductForm, 'ean13' | 'product_code' | 'eanCase' | 'further_codes'>
type LabelLayouts = readonly VariableMeasureLayout[]

/**
 * All problems of a form, in the order of its fields, for a shop with these label layouts. Whether codes are free is only
 * checked against the database. `stored`: the codes of the product before the change.
 */
export function productProblems(form: ProductForm, layouts: LabelLayouts, stored?: StoredCodes): FieldProblems {
  return [
    ...textProblems(form),
    ...priceProblems(form),
    ...contentProblems(form),
    ...codeProblems(form, layouts, stored),
    ...QUANTITY_FIELDS.flatMap(name =>
      quantityProblem(name, form[name], name === 'order_pack' ? CONTENT_RANGE : LIMIT_RANGE),
    ),
    ...packProblems(form),
    ...storeProblems(form.stores ?? []),
  ]
}

const toFieldProblems = (field: string, what: FieldProblem['problem']): FieldProblems => [{ field, problem: what }]

function textProblems({ names, descriptions, ...form }: ProductForm): FieldProblems {
  const isNamed = Object.values(names).some(name => name.trim() !== '')
  return [
    ...(isNamed ? [] : toFieldProblems('names', 'required')),
    ...tooLong('names', names),
    ...tooLong('descriptions', descriptions),
    ...TEXT_FIELDS.flatMap(name => oneText(name, form[name])),
  ]
}

function oneText(field: (typeof TEXT_FIELDS)[number], text: string | null): FieldProblems {
  const { maxLength, required }: { maxLength: number; required?: true } = PRODUCT_FIELDS[field]
  if (text === null || text.trim() === '') return required ? toFieldProblems(field, 'required') : []
  return text.length > maxLength ? [{ field, problem: 'tooLong', count: maxLength }] : []
}

const tooLong = (field: 'names' | 'descriptions', texts: ProductTexts): FieldProblems =>
  Object.entries(texts)
    .filter(([, text]) => text.length > MAX_LENGTH[field])
    .map(([language]) => ({ field: `${field}.${language}`, problem: 'tooLong', count: MAX_LENGTH[field] }))

function priceProblems(form: ProductForm): FieldProblems {
  const invalid = EURO_FIELDS.filter(field => {
    const cents = centsFromEuros(form[field])
    return cents === undefined || cents < 0 || cents > MAX_PRICE_CENTS
  })
  if (invalid.length > 0) return invalid.flatMap(field => toFieldProblems(field, 'invalidAmount'))
  return form.deposit > form.price ? toFieldProblems('deposit', 'depositAbovePrice') : []
}

function contentProblems({ content_quantity: quantity, content_unit: unit }: ProductForm): FieldProblems {
  if (quantity === null) return unit === null ? [] : toFieldProblems('content_quantity', 'required')
  return [
    ...quantityProblem('content_quantity', quantity, CONTENT_RANGE),
    ...(unit === null ? toFieldProblems('content_unit', 'required') : []),
  ]
}

type QuantityRange = { min: number; range: 'limitRange' | 'contentRange' }
const LIMIT_RANGE: QuantityRange = { min: 0, range: 'limitRange' }
const CONTENT_RANGE: QuantityRange = { min: 1, range: 'contentRange' }

/** Checks for at most three decimals and at least `min` thousandths. */
function quantityProblem(field: string, quantity: number | null, { min, range }: QuantityRange): FieldProblems {
  if (quantity === null) return []
  if (quantity < 0 || quantity > MAX_QUANTITY_THOUSANDTHS / 1000) return toFieldProblems(field, range)
  const thousandths = thousandthsFromQuantity(quantity)
  if (thousandths === undefined) return toFieldProblems(field, 'invalidQuantity')
  return thousandths < min ? toFieldProblems(field, range) : []
}

/** What is sold by the piece is ordered in whole pieces. */
function packProblems({ order_pack: pack, product_code_type: type }: ProductForm): FieldProblems {
  const isBroken = pack !== null && Number.isFinite(pack) && type === 'standard' && !Number.isInteger(pack)
  return isBroken ? toFieldProblems('order_pack', 'invalidQuantity') : []
}

function codeProblems(form: ProductForm, layouts: LabelLayouts, stored?: StoredCodes): FieldProblems {
  const isCaseCounted = form.eanCase === null || form.units_per_case !== null
  return [
    ...(form.ean13 === null ? [] : pieceProblems('ean13', form.ean13)),
    ...furtherProblems(form),
    ...productCodeProblems(form, layouts),
    ...(form.eanCase === null ? [] : caseCodeProblems(form, form.eanCase, stored)),
    ...(isCaseCounted ? [] : toFieldProblems('units_per_case', 'required')),
  ]
}

function eanProblems(field: string, code: string): FieldProblems {
  const found = eanProblem(code)
  return found ? toFieldProblems(field, found === 'length' ? 'eanLength' : found) : []
}

/** One piece has 13 digits: 14 belong to the case field. */
function pieceProblems(field: string, code: string): FieldProblems {
  const problems = eanProblems(field, code)
  return problems.length === 0 && code.length === 14 ? toFieldProblems(field, 'eanOfCase') : problems
}

/** The first problem: all further codes have one field. `value`: the code. */
function furtherProblems({ further_codes: further, ean13, product_code, eanCase }: ProductForm): FieldProblems {
  if (!further) return []
  if (further.length > MAX_FURTHER_CODES)
    return [{ field: 'further_codes', problem: 'tooManyCodes', count: MAX_FURTHER_CODES }]
  const codes = [ean13, product_code, eanCase].map(code => normaliseGtin(code ?? ''))
  const problems = further.flatMap((code, at) => {
    const isTwice = codes.includes(normaliseGtin(code)) || further.indexOf(code) < at
    const found = pieceProblems('further_codes', code)
    const all = found.length === 0 && isTwice ? toFieldProblems('further_codes', 'codeTwice') : found
    return all.map(each => ({ ...each, value: code.slice(0, 100) }))
  })
  return problems.slice(0, 1)
}

/**
 * Without a code of the piece, shoppers would scan it as a whole case. It may also be the case's own code: a stored one doesn't
 * prevent other changes. Of 14 digits it differs from the form, which drops the 0 and with it the meaning of one piece.
 */
function caseCodeProblems(form: ProductForm, code: string, stored?: StoredCodes): FieldProblems {
  const problems = eanProblems('eanCase', code)
  const isStored = stored !== undefined && hasPieceCodeAsCase(stored) && stored.eanCase === code
  return problems.length === 0 && !isStored && hasPieceCodeAsCase(form)
    ? toFieldProblems('eanCase', 'eanOfPiece')
    : problems
}

/** A label with an encoded weight or price begins with a prefix of that kind, which must be the product's prefix. */
function productCodeProblems(form: ProductForm, layouts: LabelLayouts): FieldProblems {
  const { product_code: code, product_code_type: type, prefix } = form
  const isEncoded = type === 'bulk_encoded_weight' || type === 'bulk_encoded_price'
  if (code === null) return isEncoded ? toFieldProblems('product_code', 'required') : []
  if (!/^\d+$/.test(code) || code.length !== CODE_LENGTH) return toFieldProblems('product_code', 'codeLength')
  const problems = eanProblems('product_code', code)
  if (problems.length > 0 || !isEncoded) return problems
  const kind = parseVariableMeasure(normaliseGtin(code) ?? '', layouts)?.kind
  if (type !== `bulk_encoded_${kind}`) return toFieldProblems('product_code', 'codeKind')
  return prefix === code.slice(0, 2) ? [] : toFieldProblems('prefix', prefix === null ? 'required' : 'prefix')
}

function storeProblems(stores: NonNullable<ProductForm['stores']>): FieldProblems {
  return stores.flatMap(({ store_id: id, alarm_limit: limit }, index) => [
    ...(stores.findIndex(other => other.store_id === id) < index ? toFieldProblems(`stores.${id}`, 'repeated') : []),
    ...quantityProblem(`stores.${id}.alarm_limit`, limit, LIMIT_RANGE),
  ])
}
