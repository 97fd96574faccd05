import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'

/** Few orders need an approval. */
export const { Part: ApprovalPanel } = lazyPart(async () => (await import('./approval-panel.tsx')).ApprovalPanel)
