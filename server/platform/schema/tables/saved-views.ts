import type { Id } from './columns.ts'

/** Lists in the form that admins saved. */
export type SavedViews = {
  saved_view: {
    id: Id
    user_id: number
    list: string
    name: string
    query: string
    is_shared: boolean
    created_at: Date
  }
  saved_view_place: { user_id: number; saved_view_id: number; place: number }
}
