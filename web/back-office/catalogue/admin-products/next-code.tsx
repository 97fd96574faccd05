import Box from '@mui/material/Box'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import type { ProductFormControl } from './use-product-form.ts'

/** The first field of each product in a row: its code, scanned anywhere on the page, or typed. */
export function NextCode({ form, made }: { form: ProductFormControl; made: number }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const take = (code: string) => {
    setTyped(code)
    const fields = { ean13: '', eanCase: '', product_code: '', prefix: '', ...fieldsOfCode(code, form.layouts) }
    for (const name of ['ean13', 'eanCase', 'product_code', 'prefix'] as const) form.set(name, fields[name] ?? '')
    form.set('product_code_type', fields.product_code_type ?? 'standard')
  }
  useWedgeScanner(take)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form is not to be saved yet.
    event.preventDefault()
    take(typed)
  }
  return (
    <FormSection title={t('productOffer.next')} lead={t('productOffer.nextLead')}>
      <Wide>
        <Box onKeyDown={onKey}>
          <TextInput
            label={t('productOffer.code')}
            value={typed}
            onChange={setTyped}
            inputMode="numeric"
            autoComplete="off"
            inputRef={input}
          />
        </Box>
      </Wide>
      <Wide>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {made > 0 && t('productOffer.made', { count: made })}
        </Box>
      </Wide>
    </FormSection>
  )
}
