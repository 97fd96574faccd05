import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { numberText } from '#domain/number-text.ts'
import { readField } from './changed-fields.ts'

const LONGEST = 120
const NOTHING = '–'

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text)

/** The trail in words: which field, and what a value is. */
export function useChangeWords() {
  const { t } = useTranslation()
  const fieldText = (field: string) => {
    const { name, rest } = readField(field)
    if (name === undefined) return rest
    return rest ? `${t(`audit.fields.${name}`)} (${rest})` : t(`audit.fields.${name}`)
  }
  const valueText = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return NOTHING
    if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
    if (typeof value === 'number') return numberText(value)
    return shorten(typeof value === 'string' ? value : JSON.stringify(value))
  }
  const recordText = ({ kind, record_id }: Pick<AuditEntry, 'kind' | 'record_id'>) =>
    `${t(`audit.kinds.${kind}`)} ${record_id}`
  return { fieldText, valueText, recordText }
}
