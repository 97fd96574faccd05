import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { TakenBy } from './taken-by.tsx'
import type { ProductFormControl } from './use-product-form.ts'

interface CodeFieldProps {
  form: ProductFormControl
  name: 'ean13' | 'product_code' | 'eanCase'
  hint?: string
  required?: boolean
  onChange?: (code: string) => void
}

/** A barcode's digits, and whose they are when they are another product's. */
export function CodeField({ form, name, onChange, ...rest }: CodeFieldProps) {
  const { t } = useTranslation()
  const holder = form.holderOf(name)
  const field = form.field(name)
  return (
    <Box>
      <TextInput
        label={t(`productForm.fields.${name}`)}
        inputMode="numeric"
        autoComplete="off"
        {...rest}
        {...field}
        onChange={code => {
          field.onChange(code)
          onChange?.(code)
        }}
      />
      {holder !== undefined && <TakenBy productId={holder} />}
    </Box>
  )
}
