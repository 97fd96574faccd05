import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useRef, type KeyboardEvent, useEffect, useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { eanProblem, type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { isLabelled, PRODUCT_CODE_TYPES } from '#domain/catalogue/product-types.ts'
import { valuePattern } from '#domain/catalogue/scale-label-layouts.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import { displayName } from './display-name.ts'
import type { ProductFormControl } from './use-product-form.ts'

/** A link to the product that already has a code. */
function CodeHolder({ productId }: { productId: number }) {
  const { t, i18n } = useTranslation()
  const query = queryFor(adminProducts.get, { params: { id: String(productId) } })
  const { data } = useQuery({ ...query, meta: { handlesOwnError: true } })
  const name = data ? displayName(data.names, i18n.language) : String(productId)
  return (
    <MuiLink
      component={Link}
      to={`${PATHS.products}/${productId}/edit`}
      target="_blank"
      rel="noopener"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, mx: 0.5 }}
    >
      {t('productForm.openHolder', { name })}
    </MuiLink>
  )
}

type CodeFieldProps = {
  form: ProductFormControl
  name: 'ean13' | 'product_code' | 'eanCase'
  hint?: string
  required?: boolean
  autoFocus?: boolean
  onChange?: (code: string) => void
}

/** How a code gets the right check digit: an own code that lacks it, and any code of 13 or 14 digits that ends in another one. */
function findRepair(name: CodeFieldProps['name'], digits: string) {
  if (name === 'product_code' && /^\d{12}$/.test(digits))
    return { isAdded: true, body: digits, digit: String(checkDigit(digits)) }
  const found = eanProblem(digits)
  if (found !== 'ean13' && !(found === 'ean14' && name === 'eanCase')) return undefined
  const body = digits.slice(0, -1)
  return { isAdded: false, body, digit: String(checkDigit(body)) }
}

/** A barcode field, with a link to the product that has the code if another one does, and the right check digit. */
export function CodeField({ form, name, onChange, ...rest }: CodeFieldProps) {
  const { t } = useTranslation()
  const { values } = form
  const holder = form.findHolder(name)
  const field = form.field(name)
  const input = useRef<HTMLInputElement>(null)
  const change = (code: string) => {
    field.onChange(code)
    onChange?.(code)
  }
  const repair = findRepair(name, values[name].replaceAll(/\s/g, ''))
  return (
    <WideField onPhones>
      <TextInput
        label={t(`productForm.fields.${name}`)}
        inputMode="numeric"
        autoComplete="off"
        {...rest}
        {...field}
        onChange={change}
        inputRef={input}
      />
      {repair && (
        <Button
          variant="text"
          onClick={() => {
            change(repair.body + repair.digit)
            input.current?.focus()
          }}
        >
          {repair.isAdded
            ? t('productForm.addCheckDigit', { digit: repair.digit })
            : t('productForm.changeCheckDigit', { digit: repair.digit })}
        </Button>
      )}
      {holder !== undefined && <CodeHolder productId={holder} />}
    </WideField>
  )
}

/** More codes of one piece, one on each line; a scanner ends each with a line. Without any, a button opens the field. */
function FurtherCodes({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const holder = form.findHolder('further_codes')
  const field = form.field('further_codes')
  if (!isOpen && field.value === '' && field.error === undefined)
    return (
      <WideField onPhones>
        <Button variant="text" onClick={() => setOpen(true)}>
          {t('productForm.addFurther')}
        </Button>
      </WideField>
    )
  return (
    <WideField onPhones>
      <TextArea
        label={t('productForm.fields.further_codes')}
        hint={t('productForm.furtherHint')}
        rows={2}
        inputMode="numeric"
        autoFocus={isOpen}
        {...field}
      />
      {holder !== undefined && <CodeHolder productId={holder} />}
    </WideField>
  )
}

/** The prefixes that encode what a label of this type contains, with their layouts. */
const getPrefixes = (layouts: readonly VariableMeasureLayout[], type: string) =>
  layouts
    .filter(({ kind }) => type === `bulk_encoded_${kind}`)
    .map(layout => ({ value: layout.prefix, label: `${layout.prefix}: ${valuePattern(layout)}` }))

/** The codes to scan. Fields that don't apply to the code type are hidden, unless they have a value or a problem. */
export function CodeFields({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const { values } = form
  const type = values.product_code_type
  const isEncoded = isLabelled(type)
  const prefixes = getPrefixes(form.layouts, type)
  const isVisible = (field: 'ean13' | 'further_codes' | 'prefix' | 'eanCase' | 'units_per_case') =>
    values[field] !== '' || form.getProblem(field) !== undefined
  const hasCases = !isEncoded || isVisible('eanCase') || isVisible('units_per_case')
  // The label's first two digits are the prefix, so that the admin needn't type them twice.
  const fillPrefix = (code: string) => {
    const prefix = code.trim().slice(0, 2)
    if (prefixes.some(({ value }) => value === prefix)) form.set('prefix', prefix)
  }
  return (
    <FormSection title={t('productForm.codes')} dense>
      {(!isEncoded || isVisible('ean13')) && <CodeField form={form} name="ean13" hint={t('productForm.eanHint')} />}
      {(!isEncoded || isVisible('further_codes')) && <FurtherCodes form={form} />}
      <WideField onPhones>
        <SelectInput
          label={t('productForm.fields.product_code_type')}
          options={PRODUCT_CODE_TYPES.map(value => ({ value, label: t(`products.codeTypes.${value}`) }))}
          hint={t(`productForm.codeTypeHints.${type}`)}
          {...form.field('product_code_type')}
          onChange={form.sellAs}
        />
      </WideField>
      <CodeField
        form={form}
        name="product_code"
        required={isEncoded}
        hint={t(isEncoded ? 'productForm.labelCodeHint' : 'productForm.productCodeHint')}
        {...(isEncoded && { onChange: fillPrefix })}
      />
      {isEncoded && (
        <SelectInput
          label={t('productForm.fields.prefix')}
          required
          placeholder={t('productForm.choose')}
          options={prefixes}
          {...form.field('prefix')}
        />
      )}
      {!isEncoded && isVisible('prefix') && (
        <TextInput label={t('productForm.fields.prefix')} inputMode="numeric" {...form.field('prefix')} />
      )}
      {hasCases && <CodeField form={form} name="eanCase" hint={t('productForm.caseHint')} />}
      {hasCases && (
        <TextInput
          label={t('productForm.fields.units_per_case')}
          required={values.eanCase.trim() !== ''}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('units_per_case')}
        />
      )}
    </FormSection>
  )
}

/** The first field in a series of products: the code, scanned anywhere on the page, or typed. */
export function NextCode({ form, made }: { form: ProductFormControl; made: number }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const fillCode = (code: string) => {
    setTyped(code)
    const fields = { ean13: '', eanCase: '', product_code: '', prefix: '', ...fieldsOfCode(code, form.layouts) }
    for (const name of ['ean13', 'eanCase', 'product_code', 'prefix'] as const) form.set(name, fields[name] ?? '')
    form.sellAs(fields.product_code_type ?? 'standard')
  }
  useWedgeScanner(code => fillCode(parseScannedCode(code).code))
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form is not to be saved yet.
    event.preventDefault()
    fillCode(typed)
  }
  return (
    <FormSection title={t('productOffer.next')} lead={t('productOffer.nextLead')}>
      <WideField>
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
      </WideField>
      <WideField>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {made > 0 && t('productOffer.made', { count: made })}
        </Box>
      </WideField>
    </FormSection>
  )
}
