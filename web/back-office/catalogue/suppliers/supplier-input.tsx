import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { suppliers, type Supplier } from '#contract/catalogue/suppliers.ts'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListFilter } from '#web/kit/lists/list-types.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'
import { FieldFrame, FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'

const MAX_SHOWN = 50

type SupplierInputProps = {
  label: string
  /** An id as text; empty for none. */
  value: string
  onChange: (value: string) => void
  placeholder: string
  required?: boolean
  error?: string | undefined
  name?: string
  disabled?: boolean
  onLeave?: () => void
}

/** Finds one of any number of suppliers by letters of the name. */
export function SupplierInput(props: SupplierInputProps) {
  const { label, value, onChange, placeholder, required = false, error, name, disabled = false, onLeave } = props
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const { data } = useQuery({
    ...queryFor(suppliers.list, { query: { size: MAX_SHOWN, sort: 'name', ...(q && { q }) } }),
    meta: { isBackground: true },
  })
  const isFound = data !== undefined && q === typed.trim()
  const { supplier: record, isAwaited } = useSupplier(value)
  const chosen = record ?? null
  return (
    <FieldFrame label={label} fieldId={id} required={required} help={error} isFaulty={error !== undefined}>
      <Autocomplete
        id={id}
        // Excludes results of an earlier search, so that a quick Enter doesn't choose one of them.
        options={isFound ? data.items : []}
        value={chosen}
        disabled={disabled}
        // The name, once loaded, would otherwise be inserted into the text typed meanwhile.
        readOnly={isAwaited}
        // The server has already filtered them.
        filterOptions={found => found}
        getOptionLabel={supplier => supplier.name}
        getOptionKey={supplier => supplier.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        autoHighlight
        disableClearable={required}
        loading={!isFound}
        loadingText={t('common.loading')}
        noOptionsText={t('suppliers.noneFound')}
        onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_event, supplier) => onChange(supplier ? String(supplier.id) : '')}
        {...(onLeave && { onBlur: onLeave })}
        slotProps={{
          paper: { sx: { my: 0.5, border: 1, borderColor: 'line.input' } },
          listbox: {
            sx: {
              '& li.MuiAutocomplete-option': { minHeight: 48 },
              '& li.MuiAutocomplete-option.Mui-focused': { bgcolor: 'surface.mist', fontWeight: 650 },
            },
          },
        }}
        renderInput={({ slotProps: { input, htmlInput } }) => (
          <Box ref={input.ref} onMouseDown={input.onMouseDown}>
            <Box
              component="input"
              {...htmlInput}
              name={name}
              placeholder={placeholder}
              required={required}
              maxLength={100}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : `${id}-help`}
              className={FIELD_CLASS}
            />
          </Box>
        )}
      />
    </FieldFrame>
  )
}

/** The first suppliers by name, plus the chosen one, as options. Undefined until loaded. */
export function useSupplierOptions(chosen = ''): readonly SelectOption[] | undefined {
  const query = { size: MAX_PAGE_SIZE, sort: 'name' }
  const { data } = useQuery({ ...queryFor(suppliers.list, { query }), meta: { handlesOwnError: true } })
  const isAmong = data?.items.some(({ id }) => String(id) === chosen) ?? false
  const { supplier: other } = useSupplier(data && !isAmong ? chosen : '')
  return data && [...data.items, ...(other ? [other] : [])].map(({ id, name }) => ({ value: String(id), label: name }))
}

/** Filters a list by one of any number of suppliers. */
export function useSupplierFilter(label: string): ListFilter {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const options = useSupplierOptions(params.get('supplier_id') ?? '') ?? []
  return {
    name: 'supplier_id',
    label,
    options,
    input: field => <SupplierInput label={label} placeholder={t('lists.any')} {...field} />,
  }
}

/** One supplier by the id in a field; none for an empty id. */
function useSupplier(id: string): { supplier: Supplier | undefined; isAwaited: boolean } {
  const isNumber = /^[1-9]\d*$/.test(id)
  const { data, isLoading } = useQuery({
    ...queryFor(suppliers.get, { params: { id: Number(id) } }),
    enabled: isNumber,
    meta: { handlesOwnError: true },
  })
  return { supplier: isNumber ? data : undefined, isAwaited: isLoading }
}
