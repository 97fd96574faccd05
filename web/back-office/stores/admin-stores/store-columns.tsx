import type { StoreRow } from '#contract/stores/admin-stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { LOCKS } from './store-form-values.ts'

export const STORE_STATUSES = ['published', 'hidden', 'archived'] as const
export const PAYMENT_MODES = ['test', 'terminal'] as const

const TONES = { published: 'open', hidden: 'attention', archived: 'closed' } as const

/** Whether shoppers see the store. */
export function StoreStatusPill({ status }: Pick<StoreRow, 'status'>) {
  const { t } = useTranslation()
  return <StatusPill tone={TONES[status]}>{t(`adminStores.statuses.${status}`)}</StatusPill>
}

/** The columns of the store list. */
export function useStoreColumns(): readonly ListColumn<StoreRow>[] {
  const { t } = useTranslation()
  const yes = (is: boolean) => t(is ? 'forms.yes' : 'forms.no')
  return [
    { name: 'name', label: t('adminStores.name'), role: 'title', sort: 'name', cell: ({ name }) => name },
    {
      name: 'address',
      label: t('adminStores.address'),
      sort: 'address',
      optional: 'shown',
      cell: ({ address }) => address,
    },
    {
      name: 'is_open',
      label: t('adminStores.now'),
      optional: 'shown',
      cell: ({ is_open: isOpen }) => t(isOpen ? 'adminStores.open' : 'adminStores.closed'),
    },
    {
      name: 'payment_mode',
      label: t('adminStores.paymentMode'),
      optional: 'shown',
      cell: ({ payment_mode: mode }) => t(`adminStores.modes.${mode}`),
    },
    {
      name: 'terminals',
      label: t('adminStores.terminals'),
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ terminals }) => terminals,
    },
    {
      name: 'enable_preorders',
      label: t('adminStores.preorders'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ enable_preorders: is }) => yes(is),
    },
    {
      name: 'sells_age_restricted',
      label: t('adminStores.ageRestricted'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ sells_age_restricted: is }) => yes(is),
    },
    {
      name: 'lock',
      label: t('adminStores.lock'),
      optional: 'hidden',
      labelOnCard: true,
      cell: row => {
        const lock = LOCKS.find(kind => kind === row.lock) ?? 'none'
        return t(`storeForm.locks.${lock}`)
      },
    },
    {
      name: 'time_zone',
      label: t('adminStores.timeZone'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ time_zone: zone }) => zone,
    },
    {
      name: 'id',
      label: t('adminStores.id'),
      sort: 'id',
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ id }) => id,
    },
    {
      name: 'status',
      label: t('adminStores.status'),
      role: 'status',
      cell: ({ status }) => <StoreStatusPill status={status} />,
    },
  ]
}
