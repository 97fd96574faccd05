import type { AuditEntry } from '#contract/administration/audit-log.ts'
import { MESSAGE_STATES } from '#contract/messaging/messages.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { INVITATION_STATES } from '#domain/accounts/invitation.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { ALLERGENS, FOOD_KINDS } from '#domain/catalogue/food-information.ts'
import { FOOD_LANGUAGE_RULES } from '#domain/catalogue/missing-food-information.ts'
import { PRODUCT_CODE_TYPES, PRODUCT_TYPES } from '#domain/catalogue/product-types.ts'
import { isMoneyField } from '#domain/field-changes.ts'
import { dayText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { ATTEMPT_STATES } from '#domain/payments/attempt-states.ts'
import { REFUND_FAILURE_ENDS, REFUND_STATES } from '#domain/payments/refund-states.ts'
import { EVENT_STATUSES } from '#domain/preorders/preorder-event.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { PURCHASE_ORDER_STATES } from '#domain/stock/purchase-order.ts'
import { PAYMENT_MODES } from '#domain/stores/store-fields.ts'
import { readStoredSteps, stepsText } from '#web/back-office/kit/markdown-texts.ts'
import { LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import { lockName } from '#web/kit/i18n/lock-texts.ts'
import { terminalKindName } from '#web/kit/i18n/terminal-texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import { eurosText } from '#web/kit/ui/money.tsx'

export type NamedEntry = Pick<AuditEntry, 'kind' | 'names'>
/** The entry and the field that a value belongs to. */
type ValuePlace = { entry: NamedEntry; field: string }

const MAX_LENGTH = 120
const NO_VALUE = '–'
/** A photo's address, for a label with its language. */
const PHOTO_PATTERN = /^(\/images\/\S+)(?: (\w+))?$/

/**
 * Fields whose values are ids, and the kind of record they refer to. In an event, `stores` and `product_order` are lists of
 * ids; so are a user's rights.
 */
const RECORD_BY_FIELD: Readonly<Record<string, string>> = {
  supplier_id: 'supplier',
  group_id: 'productGroup',
  vat_class_id: 'vatClass',
  store_id: 'store',
  event_id: 'preorder_event',
  language_id: 'language',
  product_order: 'product',
  stores: 'store',
  keeper: 'store',
  helper: 'store',
  bookkeeper: 'store',
}

const fieldParts = (field: string) => field.split('.')
const firstPart = (field: string) => fieldParts(field)[0] ?? field
const lastPart = (field: string) => fieldParts(field).at(-1) ?? field

const asOption = <const Option extends string>(all: readonly Option[], value: string): Option | undefined =>
  all.find(each => each === value)

/** The lists of people that can be exported as files. */
export const CARRIED_LISTS = ['users', 'orders', 'preorders', 'pickList', 'visits', 'audit'] as const

type ValueLabels = (value: string, t: Translate) => string | undefined

const allergenName: ValueLabels = (value, t) => {
  const allergen = asOption(ALLERGENS, value)
  return allergen && t(`food.allergenNames.${allergen}`)
}

/** Translations of text values, by kind and field. */
const VALUE_WORDS: Readonly<Record<string, ValueLabels>> = {
  'product.product_type': (value, t) => {
    const type = asOption(PRODUCT_TYPES, value)
    return type && t(`products.types.${type}`)
  },
  'product.product_code_type': (value, t) => {
    const type = asOption(PRODUCT_CODE_TYPES, value)
    return type && t(`products.codeTypes.${type}`)
  },
  'product.unit': (value, t) => unitText(value, t),
  'product.drawing': (value, t) => {
    const drawing = asOption(DRAWINGS, value)
    return drawing && t(`drawings.${drawing}`)
  },
  'purchaseOrder.state': (value, t) => {
    const state = asOption(PURCHASE_ORDER_STATES, value)
    return state && t(`purchasing.states.${state}`)
  },
  'supplier.language': value => languageName(value),
  'invitation.state': (value, t) => {
    const state = asOption(INVITATION_STATES, value)
    return state && t(`people.states.${state}`)
  },
  'store.payment_mode': (value, t) => {
    const mode = asOption(PAYMENT_MODES, value)
    return mode && t(`adminStores.modes.${mode}`)
  },
  'store.markdowns': (value, t) => {
    const steps = readStoredSteps(value)
    return steps && stepsText(steps, t)
  },
  'store.food_languages': (value, t) => {
    const rule = asOption(FOOD_LANGUAGE_RULES, value)
    return rule && t(`storeForm.foodLanguages.${rule}`)
  },
  'product.kind': (value, t) => {
    const kind = asOption(FOOD_KINDS, value)
    return kind && t(`foodForm.kinds.${kind}`)
  },
  'product.contains': allergenName,
  'product.may_contain': allergenName,
  'store.provider': lockName,
  'terminal.provider': terminalKindName,
  'preorder_event.status': (value, t) => {
    const status = asOption(EVENT_STATUSES, value)
    return status && t(`eventForm.phases.${status}`)
  },
  'order.status': (value, t) => {
    const status = asOption(ORDER_STATUSES, value)
    return value === 'cancelled' ? t('messages.states.cancelled') : status && t(`order.status.${status}`)
  },
  'order.payment': (value, t) => {
    const state = asOption(ATTEMPT_STATES, value)
    return state && t(`adminOrders.states.${state}`)
  },
  'order.refund': (value, t) => {
    if (value === 'FAILED') return t('adminOrders.failure.state')
    const end = asOption(REFUND_FAILURE_ENDS, value)
    if (end) return t(`adminOrders.failure.ends.${end}`)
    const state = asOption(REFUND_STATES, value)
    return state && t(`adminOrders.refundStates.${state}`)
  },
  'message.status': (value, t) => {
    const state = asOption(MESSAGE_STATES, value)
    return state && t(`messages.states.${state}`)
  },
  'user.rights': (value, t) => (value === 'all' ? t('audit.words.all') : undefined),
  'vatClass.name': vatClassName,
  'export.list': (value, t) => {
    const list = asOption(CARRIED_LISTS, value)
    return list && t(`audit.lists.${list}`)
  },
}

/** Values with the same meaning in every field. */
export const COMMON_WORDS = ['closed', 'unlimited', 'open', 'settled', 'paused', 'posted', 'cancelled'] as const

/** The translation of a field's value, by kind and field; undefined for values that have none. */
export const findLabel = (field: string, value: string | boolean, t: Translate): string | undefined =>
  typeof value === 'string' ? VALUE_WORDS[field]?.(value, t) : undefined

function formatWord(value: string, { entry, field }: ValuePlace, t: Translate): string {
  const [first, last] = [firstPart(field), lastPart(field)]
  const worded = findLabel(`${entry.kind}.${first}`, value, t) ?? findLabel(`${entry.kind}.${last}`, value, t)
  if (worded !== undefined) return worded
  if (entry.kind === 'languages') return value.split(', ').map(languageName).join(', ')
  const word = asOption(COMMON_WORDS, value)
  const isFree = ['name', 'names', 'text', 'title', 'descriptions', 'address', 'day_note'].includes(first)
  return word && !isFree ? t(`audit.words.${word}`) : dateOrText(value)
}

/** Lists of photos' addresses. */
export const isPhotoField = (field: string): boolean => field === 'images' || field === 'label_images'

/** The languages of photos of labels, in brackets. */
const photosText = (photos: readonly unknown[], t: Translate): string => {
  const languages = photos.flatMap(photo => PHOTO_PATTERN.exec(String(photo))?.[2] ?? [])
  const count = t('audit.photos', { count: photos.length })
  return languages.length === 0 ? count : `${count} (${languages.map(languageName).join(', ')})`
}

/** Photos by their places before the change: `1, 2` and `2, new`. Undefined if their number changed, since the numbers show it. */
export function photoPlaces(from: unknown, to: unknown, t: Translate): { from: string; to: string } | undefined {
  if (!Array.isArray(from) || !Array.isArray(to) || photosText(from, t) !== photosText(to, t)) return undefined
  const places = (photos: readonly unknown[]) =>
    photos.map(photo => (from.includes(photo) ? String(from.indexOf(photo) + 1) : t('audit.newPhoto'))).join(', ')
  return { from: places(from), to: places(to) }
}

/** A line of an order to a supplier: the product and its quantity. */
const lineText = (line: unknown, { names }: NamedEntry): string | undefined => {
  if (typeof line !== 'object' || line === null || !('product_id' in line) || !('quantity' in line)) return undefined
  return `${names[`product.${String(line.product_id)}`] ?? String(line.product_id)}: ${numberText(Number(line.quantity))}`
}

/** The query of an exported list: each parameter with its value. */
const factsText = (value: object): string =>
  Object.entries(value)
    .map(([name, each]) => `${name}: ${dateOrText(String(each))}`)
    .join(', ')

const shortenText = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text)

/** The shop's initial VAT classes have translated names. */
export const nameText = (kind: string, name: string | undefined, t: Translate): string | undefined =>
  name !== undefined && kind === 'vatClass' ? vatClassName(name, t) : name

function formatNumberValue(value: number, { entry, field }: ValuePlace, t: Translate): string {
  const kind = RECORD_BY_FIELD[lastPart(field)]
  if (kind !== undefined) return nameText(kind, entry.names[`${kind}.${value}`], t) ?? String(value)
  if (isMoneyField(field)) return eurosText(value)
  return firstPart(field) === 'rates' ? percentText(value) : numberText(value)
}

/** A value of the audit log as the back office shows it: money with cents, days, statuses and names in the reader's language. */
export function valueText(value: unknown, place: ValuePlace, t: Translate): string {
  if (value === null || value === undefined || value === '') return NO_VALUE
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
  if (typeof value === 'number') return formatNumberValue(value, place, t)
  if (typeof value === 'string') return shortenText(formatWord(value, place, t))
  if (Array.isArray(value)) {
    if (value.length === 0) return NO_VALUE
    if (isPhotoField(place.field)) return photosText(value, t)
    return shortenText(value.map(each => lineText(each, place.entry) ?? valueText(each, place, t)).join(', '))
  }
  return shortenText(factsText(value))
}

/** A language's own name, as in the language picker. */
export function languageName(code: string): string {
  const language = LANGUAGE_CODES.find(each => each === code)
  return language ? LANGUAGE_NAMES[language] : code
}

const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Formats a date or an instant as the shop displays it; returns any other text unchanged. */
export function dateOrText(text: string): string {
  if (DAY_PATTERN.test(text)) return dayText(text)
  return INSTANT_PATTERN.test(text) ? shopTimeText(text) : text
}
