import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import type { EventStore } from './queries.ts'
import type { EventFormControl } from './use-event-form.ts'

type StoreFieldsProps = {
  form: EventFormControl
  stores: readonly EventStore[]
}

const columns = { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }

/** The pickup stores. */
export function StoreFields({ form, stores }: StoreFieldsProps) {
  const { t } = useTranslation()
  const hintOf = ({ takesPreorders, orders }: EventStore) => {
    const facts = [
      ...(orders > 0 ? [t('eventForm.storeOrders', { count: orders })] : []),
      ...(takesPreorders ? [] : [t('eventForm.storeHidden')]),
    ]
    return facts.length > 0 ? { hint: facts.join(' ') } : {}
  }
  const problem = form.problemOf('store_ids')
  return (
    <FormSection title={t('eventForm.stores')} lead={t('eventForm.storesLead')}>
      <Wide>
        {/* The target for problems of the whole group. */}
        <Box
          component="fieldset"
          name="store_ids"
          tabIndex={-1}
          aria-label={t('eventForm.stores')}
          sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 1, gridTemplateColumns: columns }}
        >
          {stores.map(store => {
            const told = form.problemOf(`stores.${store.id}`)
            return (
              <Box key={store.id}>
                <CheckInput label={store.name} {...hintOf(store)} {...form.check(`stores.${store.id}`)} />
                {told !== undefined && <Box sx={{ color: 'error.main' }}>{told}</Box>}
              </Box>
            )
          })}
        </Box>
        {problem !== undefined && <Box sx={{ color: 'error.main' }}>{problem}</Box>}
      </Wide>
      {stores.length === 0 && (
        <Wide>
          <Box sx={{ color: 'text.secondary' }}>{t('eventForm.noStores')}</Box>
          <MuiLink
            component={Link}
            to={PATHS.stores}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
          >
            {t('links./stores')}
          </MuiLink>
        </Wide>
      )}
    </FormSection>
  )
}
