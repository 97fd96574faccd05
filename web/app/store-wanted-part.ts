import { adminPart } from '#web/kit/app-update/admin-part.ts'

export const { Part: StoreWanted } = adminPart(
  async () => (await import('#web/back-office/stores/store-choice/store-wanted.tsx')).StoreWanted,
)
