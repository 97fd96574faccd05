import { PATHS } from '#web/kit/paths.ts'

/** Pressed after g, these keys open the pages of the back office. */
export const GO_KEYS = {
  h: PATHS.home,
  p: PATHS.products,
  s: PATHS.stock,
  o: PATHS.orders,
  e: PATHS.preorderEvents,
  r: PATHS.preorders,
  l: PATHS.suppliers,
  k: PATHS.stores,
  m: PATHS.messages,
  u: PATHS.users,
  v: PATHS.visitorsLog,
  a: PATHS.audit,
} as const

export const isGoKey = (letter: string): letter is keyof typeof GO_KEYS => Object.hasOwn(GO_KEYS, letter)
