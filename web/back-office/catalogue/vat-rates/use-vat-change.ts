import { type FormEvent, useState } from 'react'
import { type DatedVatClass, vatRates } from '#contract/catalogue/vat-rates.ts'
import { toBasisPoints } from '#domain/catalogue/bulk-change.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { percentInput } from '#domain/format/percent-text.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Parses a typed percentage; undefined if it is invalid. */
function typedPercent(text: string): number | undefined {
  const value = parseDecimalInput(text)
  return value !== undefined && value >= 0 && value <= 100 && toBasisPoints(value) !== undefined ? value : undefined
}

/** A new class, a new name for a class, a rate from a later day on, or a corrected percentage for an unused rate. */
export type VatChange =
  | { kind: 'class' }
  | { kind: 'rename'; vatClass: DatedVatClass }
  | { kind: 'rate'; vatClass: DatedVatClass }
  | { kind: 'correct'; vatClass: DatedVatClass; rate: DatedVatClass['rates'][number] }

const CHANGE_FIELDS = {
  class: ['name', 'vat'],
  rename: ['name'],
  rate: ['day', 'vat'],
  correct: ['vat'],
} as const satisfies Record<VatChange['kind'], readonly VatField[]>
const SAVED_TEXTS = {
  class: 'settings.vatSaved',
  rename: 'settings.vatRenamed',
  rate: 'settings.vatSaved',
  correct: 'settings.vatCorrected',
} as const

type VatField = 'name' | 'vat' | 'day'
type TypedVat = Record<VatField, string>

/** The fields of a change, in their order. */
export const getVatFields = ({ kind }: VatChange): readonly VatField[] => CHANGE_FIELDS[kind]

async function saveChange(change: VatChange, { name, day }: TypedVat, vat: number) {
  if (change.kind === 'class') return callApi(vatRates.addClass, { body: { name, vat } })
  const { id, revision } = change.vatClass
  if (change.kind === 'rename') return callApi(vatRates.renameClass, { params: { id }, body: { name, revision } })
  if (change.kind === 'rate') return callApi(vatRates.add, { params: { id }, body: { valid_from: day, vat } })
  const { valid_from, vat: previous_vat } = change.rate
  return callApi(vatRates.correct, { params: { id, valid_from }, body: { vat, previous_vat } })
}

/** The typed values, and what is wrong with them. */
function useTyped(change: VatChange) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<TypedVat>(() => ({
    name: change.kind === 'rename' ? vatClassName(change.vatClass.name, t) : '',
    vat: change.kind === 'correct' ? percentInput(change.rate.vat) : '',
    day: '',
  }))
  const [today] = useState(() => shopDate(new Date()))
  const vat = typedPercent(typed.vat)
  const problems = {
    name: typed.name.trim() === '' ? t('form.requiredField') : undefined,
    vat: vat === undefined ? t(typed.vat.trim() === '' ? 'form.requiredField' : 'settings.vatPercentWrong') : undefined,
    day: isDay(typed.day) && typed.day > today ? undefined : t('settings.vatDayWrong'),
  }
  return { typed, setTyped, vat: vat ?? 0, wrong: problems }
}

/** The fields of a change, and its saving. */
export function useVatChange(change: VatChange, onClose: () => void) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const { typed, setTyped, vat, wrong } = useTyped(change)
  const [isBusy, setBusy] = useState(false)
  const [wasSent, setSent] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveChange(change, typed, vat)
      notify({ id: 'vat', severity: 'success', text: t(SAVED_TEXTS[change.kind]) })
      onClose()
    } catch (error) {
      if (hasCode(error, 'form.invalid')) setTaken(true)
      else notifyFailure(error, 'vat')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (getVatFields(change).every(name => wrong[name] === undefined)) void save()
  }
  const field = (name: VatField) => ({
    value: typed[name],
    onChange: (text: string) => {
      setTaken(false)
      setTyped(before => ({ ...before, [name]: text }))
    },
    error: isTaken && name !== 'vat' ? t('settings.vatDateInUse') : wasSent ? wrong[name] : undefined,
  })
  return { field, submit, isBusy }
}
