import { adminPart } from '#web/features/shell/admin-parts.ts'

/** What admins have on this page between the store's card and the shelf. */
export const { Part: AdminHome, preload: preloadAdminHome } = adminPart(
  async () => (await import('#web/features/admin-home/admin-home.tsx')).AdminHome,
)
