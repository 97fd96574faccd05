import { adminPart } from '#web/kit/app-update/admin-part.ts'

/** What admins see on the home page between the store's card and the shelf. */
export const { Part: AdminHome, preload: preloadAdminHome } = adminPart(
  async () => (await import('#web/back-office/administration/dashboard/admin-home.tsx')).AdminHome,
)

/** Takes the place of the store's card while the admin has chosen no store. */
export const { Part: StoreWanted } = adminPart(
  async () => (await import('#web/back-office/stores/store-choice/store-wanted.tsx')).StoreWanted,
)
