import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { PreorderEventItem } from '#contract/preorders/admin-preorder-events.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { moved } from '#web/back-office/catalogue/product-images/image-order.ts'
import { useDragOrder } from '#web/back-office/catalogue/product-images/use-drag-order.ts'
import { PATHS } from '#web/kit/paths.ts'
import { productIds, typedOrder } from './event-draft.ts'
import { ItemRow } from './item-row.tsx'
import { ProductPicker } from './product-picker.tsx'
import type { EventFormControl } from './use-event-form.ts'

interface ItemFieldsProps {
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
    if (to >= 0 && to < ids.length) set(moved(ids, from, to))
  }
  const { list, drag, begin } = useDragOrder(ids.length, move)
  const places = drag ? moved([...ids.keys()], drag.from, drag.to) : [...ids.keys()]
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
      <Wide>
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
        <ProductPicker chosen={ids} onAdd={id => set([...ids, id])} error={form.problemOf('products')} />
        <MuiLink
          component={Link}
          to={`${PATHS.productCreate}?type=preorder`}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
        >
          {t('eventForm.newProduct')}
        </MuiLink>
      </Wide>
    </FormSection>
  )
}
