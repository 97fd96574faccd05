import { personalData } from '#server/platform/personal-data/register.ts'

/** The lists that admins saved. */
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
  saved_view_place: {
    kind: 'work',
    erased: 'rows',
    exported: {},
    notExported: { user_id: 'ownerKey', saved_view_id: 'technical', place: 'technical' },
  },
})
