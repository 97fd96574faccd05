import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import type { PreorderEventItem } from '#contract/preorders/admin-preorder-events.ts'
import { DEFAULT_PER_SHOPPER } from '#domain/preorders/preorder-event-form.ts'
import { moveItem } from '#web/back-office/catalogue/product-images/image-board.ts'
import { useDragOrder } from '#web/back-office/catalogue/product-images/use-drag-order.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSettled } from '#web/kit/ui/hooks/use-settled.ts'
import { FIELD_CLASS, FieldFrame } from '#web/kit/ui/inputs/field-frame.tsx'
import { productIds, typedOrder } from './event-form-values.ts'
import { ItemRow } from './item-row.tsx'
import type { EventFormControl } from './use-event-form.ts'

type ItemFieldsProps = {
  form: EventFormControl
  /** The known products: those of the event, or of the copied one. */
  items: readonly PreorderEventItem[]
}

/** The products of the event, in the order in which shoppers see them. */
export function ItemFields({ form, items }: ItemFieldsProps) {
  const { t } = useTranslation()
  const ids = productIds(form.values)
  const set = (next: readonly number[]) => form.set('product_order', typedOrder(next))
  const move = (from: number, to: number) => {
    if (to >= 0 && to < ids.length) set(moveItem(ids, from, to))
  }
  const add = (id: number) => {
    set([...ids, id])
    // A product that was removed and is added again has what was typed before.
    form.set(`limits.${id}`, form.values[`limits.${id}`] ?? String(DEFAULT_PER_SHOPPER))
  }
  const { list, drag, begin } = useDragOrder(ids.length, move)
  const places = drag ? moveItem([...ids.keys()], drag.from, drag.to) : [...ids.keys()]
  /** Moves the focus to the next row's remove button, or the previous one's; without any, to the search for products. */
  const removeAt = (index: number) => {
    const next = ids[index + 1] ?? ids[index - 1]
    const section = list.current?.parentElement
    set(ids.toSpliced(index, 1))
    const target = next === undefined ? 'input[name="products"]' : `[data-remove="${next}"]`
    requestAnimationFrame(() => section?.querySelector<HTMLElement>(target)?.focus())
  }
  return (
    <FormSection title={t('eventForm.products')} lead={t('eventForm.productsLead')}>
      <WideField>
        <Box component="ol" ref={list} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
          {ids.map((id, index) => (
            <ItemRow
              key={id}
              productId={id}
              item={items.find(({ product_id }) => product_id === id)}
              form={form}
              index={index}
              count={ids.length}
              order={places.indexOf(index)}
              isDragged={drag?.from === index}
              onDrag={event => begin(event, index)}
              onMove={to => move(index, to)}
              onRemove={() => removeAt(index)}
            />
          ))}
        </Box>
        <ProductPicker chosen={ids} onAdd={add} error={form.getProblem('products')} />
        <MuiLink
          component={Link}
          to={`${PATHS.productCreate}?type=preorder`}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
        >
          {t('eventForm.newProduct')}
        </MuiLink>
      </WideField>
    </FormSection>
  )
}

const MAX_SHOWN = 50

type ProductPickerProps = {
  /** The ids already added. */
  chosen: readonly number[]
  onAdd: (productId: number) => void
  error: string | undefined
}

/** Finds pre-order products by letters of their names, and adds one after the other. */
function ProductPicker({ chosen, onAdd, error }: ProductPickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim())
  const query = { product_type: 'preorder', size: MAX_SHOWN, sort: 'name', ...(q && { q }) }
  const { data } = useQuery({
    ...queryFor(adminProducts.list, { query }),
    meta: { handlesOwnError: true },
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
              className={FIELD_CLASS}
            />
          </Box>
        )}
      />
    </FieldFrame>
  )
}
