import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'

/** The last line of every screen in a store. Where it can't be loaded, the screen does without it. */
export const { Part: Help } = lazyPart(
  async () => (await import('./help.tsx')).Help,
  () => null,
)
