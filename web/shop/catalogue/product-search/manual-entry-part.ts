import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'

/** The dialog that replaces the scanner. It is not in the first view; preload it, so that it opens within the tap. */
export const { Part: ManualEntryDialog, preload: preloadManualEntry } = lazyPart(
  async () => (await import('./manual-entry-dialog.tsx')).ManualEntryDialog,
)
