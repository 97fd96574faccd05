import { adminPart } from '#web/kit/app-update/admin-part.ts'

export const { Part: PaletteDialog, preload: preloadPalette } = adminPart(
  async () => (await import('#web/back-office/administration/command-palette/palette-dialog.tsx')).PaletteDialog,
)
export const { Part: KeysDialog } = adminPart(
  async () => (await import('#web/back-office/administration/command-palette/keys-dialog.tsx')).KeysDialog,
)
