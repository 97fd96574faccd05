import { adminPart } from '#web/kit/app-update/admin-part.ts'

/** Shown to admins on the home page between the store's card and the shelf. */
export const { Part: AdminHome, preload: preloadAdminHome } = adminPart(
  async () => (await import('#web/back-office/administration/dashboard/admin-home.tsx')).AdminHome,
)
