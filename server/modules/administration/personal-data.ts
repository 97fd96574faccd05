import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** The lists that admins saved, and the daily summary of sales. */
export const ADMINISTRATION_PERSONAL_DATA = personalData({
  saved_view: {
    kind: 'work',
    erased: 'values',
    exported: {
      list: 'saved_views.list',
      name: 'saved_views.name',
      query: 'saved_views.query',
      is_shared: 'saved_views.is_shared',
      created_at: 'saved_views.created_at',
    },
    notExported: { id: 'technical', user_id: 'ownerKey' },
    cut: ['query', 'name'],
  },
  sales_summary: nonPersonal(['store_id', 'until', 'compared_at']),
  sales_by_hour: nonPersonal(['store_id', 'date', 'hour', 'is_test', 'purchases', 'sold_cents', 'refunded_cents']),
  sales_by_product: nonPersonal([
    'store_id',
    'date',
    'product_id',
    'is_test',
    'purchases',
    'sold_cents',
    'refunded_cents',
    'quantity_thousandths',
  ]),
  sales_by_group: nonPersonal([
    'store_id',
    'date',
    'product_id',
    'group_id',
    'is_test',
    'sold_cents',
    'refunded_cents',
    'quantity_thousandths',
    'vat_cents',
  ]),
  sales_by_vat_rate: nonPersonal([
    'store_id',
    'date',
    'terminal_id',
    'rate_basis_points',
    'sold_cents',
    'refunded_cents',
    'vat_cents',
  ]),
  saved_view_position: {
    kind: 'work',
    erased: 'rows',
    exported: {},
    notExported: { user_id: 'ownerKey', saved_view_id: 'technical', position: 'technical' },
  },
})
