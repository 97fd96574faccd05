import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { useSettled } from '#web/kit/ui/use-settled.ts'
import { FieldFrame, fieldLook } from '#web/kit/ui/field-frame.tsx'

const SHOWN = 50

interface ProductPickerProps {
  /** The ids already added. */
  chosen: readonly number[]
  onAdd: (productId: number) => void
  error: string | undefined
}

/** Finds pre-order products by letters of their names, and adds one after the other. */
export function ProductPicker({ chosen, onAdd, error }: ProductPickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const query = { product_type: 'preorder', size: SHOWN, sort: 'name', ...(q && { q }) }
  const { data } = useQuery({
    ...queryOf(adminProducts.list, { query }),
    meta: { showsOwnError: true },
  })
  const isFound = data !== undefined && q === typed.trim()
  // Results of an earlier search aren't offered: Enter would add one.
  const offered = isFound ? data.items.filter(product => !chosen.includes(product.id)) : []
  return (
    <FieldFrame
      label={t('eventForm.addProduct')}
      fieldId={id}
      help={error ?? t('eventForm.addHint')}
      isFaulty={error !== undefined}
    >
      <Autocomplete
        id={id}
        options={offered}
        value={null}
        inputValue={typed}
        // The server has already filtered them.
        filterOptions={found => found}
        getOptionLabel={({ name, supplier }) => `${name} · ${supplier.name}`}
        getOptionKey={product => product.id}
        autoHighlight
        blurOnSelect={false}
        clearOnBlur
        loading={!isFound}
        loadingText={t('common.loading')}
        noOptionsText={t('eventForm.noneFound')}
        onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_event, product) => product && onAdd(product.id)}
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
              name="products"
              placeholder={t('eventForm.addPlaceholder')}
              maxLength={100}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-help`}
              sx={fieldLook}
            />
          </Box>
        )}
      />
    </FieldFrame>
  )
}
