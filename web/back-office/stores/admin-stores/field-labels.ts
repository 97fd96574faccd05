import { FOOD_LANGUAGE_RULES } from '#domain/catalogue/missing-food-information.ts'
import { dayText } from '#domain/format/day-text.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { findLockSetting } from '#domain/stores/locks/lock-providers.ts'
import { STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import { lockName } from '#web/kit/i18n/lock-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useDayNames } from './hours-fields.tsx'
import { exceptionRows } from './store-form-values.ts'

/** The other fields whose labels are the texts storeForm.fields.<name>. */
export const OTHER_FIELDS = ['exceptions', 'staffed_exceptions', 'lock', 'location'] as const

const STAFFED_LABELS: Readonly<Record<string, 'storeForm.staffedFromOn' | 'storeForm.staffedUntilOn'>> = {
  opens: 'storeForm.staffedFromOn',
  closes: 'storeForm.staffedUntilOn',
}

/** Labels and readable values of fields, for showing two admins' versions side by side. */
export function useFieldLabels() {
  const { t } = useTranslation()
  const { weekdayName } = useDayNames()
  const getLabel = (field: string): string => {
    if (isFieldName(STORE_FIELDS, field)) return t(`storeForm.fields.${field}`)
    const other = OTHER_FIELDS.find(name => name === field)
    if (other) return t(`storeForm.fields.${other}`)
    const lockSetting = field.startsWith('lock.') && findLockSetting(field.slice('lock.'.length))
    if (lockSetting) return adapterText(lockSetting.label)
    if (field === 'offer') return t('storeForm.offer')
    const [, date] = /^(?:staffed_)?exceptions\.(.*)$/.exec(field) ?? []
    if (date !== undefined) return dayText(date)
    const [, week, weekday, what] = /^(hours|staffed)\.(\d)(?:\.(\w+))?$/.exec(field) ?? []
    if (weekday === undefined) return field
    const day = weekdayName(Number(weekday))
    if (what === undefined) return day
    if (week === 'staffed') return t(STAFFED_LABELS[what] ?? 'storeForm.staffedOn', { day })
    if (what === 'open') return t('storeForm.openOn', { day })
    return t(what === 'opens' ? 'storeForm.opensOn' : 'storeForm.closesOn', { day })
  }
  const formatValue = (field: string, value: string | boolean): string | undefined => {
    if (field === 'payment_mode') return t(value === 'test' ? 'adminStores.modes.test' : 'adminStores.modes.terminal')
    const rule = field === 'food_languages' && FOOD_LANGUAGE_RULES.find(each => each === value)
    if (rule) return t(`storeForm.foodLanguages.${rule}`)
    if (field === 'lock' && typeof value === 'string') return lockName(value, t)
    if (!/^(?:staffed_)?exceptions/.test(field) || typeof value !== 'string' || value === '') return undefined
    return exceptionRows(value)
      .map(row => `${dayText(row.date)} ${row.isClosed ? t('storeForm.closedDay') : `${row.opens}–${row.closes}`}`)
      .join(', ')
  }
  return { getLabel, formatValue }
}
